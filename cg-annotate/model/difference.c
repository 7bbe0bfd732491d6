/* SPDX-License-Identifier: BSD-2-Clause */
/* A change as a share means something only if it is a share of the old total.
 */
#include <string.h>

#include "libquery/events/events.h"
#include "libquery/header/description.h"
#include "difference.h"

bool
difference_is_side(const struct cg_header *header, size_t event)
{
	const char *name = header->events[event].name, *at = strrchr(name, '@');

	return at != NULL &&
	       (strcmp(at, "@old") == 0 || strcmp(at, "@new") == 0) &&
	       cg_header_event(header, name, (size_t)(at - name)) >= 0;
}

static bool
has_sides(const struct cg_header *header, size_t event)
{
	return events_side(header, event, "old") >= 0 &&
	       events_side(header, event, "new") >= 0;
}

/* Returns "Ir" for "Ir@old" and "Ir@new", and any other event itself. */
static size_t
whole_event(const struct cg_header *header, size_t event)
{
	const char *name = header->events[event].name;

	if (!difference_is_side(header, event))
		return event;
	return (size_t)cg_header_event(
	    header, name, (size_t)(strrchr(name, '@') - name));
}

void
difference_show_sides(struct report *report)
{
	const struct cg_header *header = &report->profile.header;
	struct shown_events *shown = &report->shown;
	size_t event = whole_event(header, report->order.deciding);

	/* if an event has sides, there are at least three */
	if (report->options->show != NULL || !has_sides(header, event))
		return;
	shown->list[0] = event;
	shown->list[1] = (size_t)events_side(header, event, "old");
	shown->list[2] = (size_t)events_side(header, event, "new");
	shown->n = 3;
}

bool
difference_is_reported(const struct report *report)
{
	const struct cg_header *header = &report->profile.header;
	const struct shown_events *shown = &report->shown;

	if (description_of_difference(header))
		return true;
	for (size_t i = 0; i < shown->n; i++)
		if (report->functions.range.smallest[shown->list[i]] < 0 ||
		    has_sides(header, shown->list[i]))
			return true;
	return false;
}

bool
difference_lacks_lines(const struct report *report)
{
	const struct line_costs *lines = &report->lines;

	return lines->rows != NULL && cg_profile_len(lines->rows) > 0 &&
	       !lines->has_numbers && difference_is_reported(report);
}

__int128
difference_whole(const struct report *report, size_t event)
{
	const struct cg_header *header = &report->profile.header;
	int64_t whole;

	events_whole(header, report->profile.totals, event,
	    difference_is_reported(report) &&
		!difference_is_side(header, event),
	    &whole);
	return whole;
}
