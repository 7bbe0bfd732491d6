/* SPDX-License-Identifier: BSD-2-Clause */
/* Selects counts for reports that have no room for all. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libquery/events/known_events.h"
#include "libquery/header/cycle_model.h"
#include "model/difference.h"
#include "key_events.h"

static const struct {
	const char *name;
	int known; /* index in known_misses */
} misses[] = {
    {"D1 miss", KNOWN_D1},
    {"L2 miss", KNOWN_L2},
    {"LL miss", KNOWN_LL},
    {"LL miss", KNOWN_LLD}, /* if instructions are not counted */
    {"I1 miss", KNOWN_I1},
    {"STLB miss", KNOWN_TLB},
    {"mispred", KNOWN_BRANCHES},
};
enum { NMISSES = sizeof(misses) / sizeof(misses[0]) };

/* Adds counts that are not in the list yet. */
static void
append(struct key_events *k, const char *name, const struct event_sum *sum)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->list[i].sum.n == sum->n &&
		    memcmp(k->list[i].sum.events, sum->events,
			sum->n * sizeof(sum->events[0])) == 0)
			return;
	k->list[k->n++] = (struct key_event){.name = name, .sum = *sum};
}

static void
append_event(struct key_events *k, const struct cg_header *header, size_t event)
{
	struct event_sum sum = {.n = 1, .events = {event}};

	append(k, header->events[event].name, &sum);
}

/* Adds "EVENT@old" and "EVENT@new", which a difference can have. */
static void
append_sides(struct key_events *k, const struct cg_header *header, size_t event)
{
	int old = events_side(header, event, "old");
	int new = events_side(header, event, "new");

	if (old >= 0)
		append_event(k, header, (size_t)old);
	if (new >= 0)
		append_event(k, header, (size_t) new);
}

/* True if any function has a count of one of the events. */
static bool
has_counts(const struct function_list *functions, const struct event_sum *sum)
{
	const struct count_range *range = &functions->range;

	for (size_t i = 0; i < sum->n; i++) {
		size_t event = sum->events[i];

		/* without any count, smallest > largest */
		if (range->smallest[event] <= range->largest[event] &&
		    (range->smallest[event] != 0 || range->largest[event] != 0))
			return true;
	}
	return false;
}

/* True if the list has a sum of that name. */
static bool
has_name(const struct key_events *k, const char *name)
{
	for (size_t i = 0; i < k->n; i++)
		if (strcmp(k->list[i].name, name) == 0)
			return true;
	return false;
}

/* Puts misses in the place of the same ones as a derived event, "D1m".  False if that is not
 * listed. */
static bool
replace_derived(struct key_events *k, const struct report *report,
    const char *name, const struct event_sum *sum)
{
	for (size_t i = 0; i < k->n; i++) {
		if (k->list[i].sum.n != 1 ||
		    !derived_events_is_sum(&report->profile.derived,
			k->list[i].sum.events[0], sum))
			continue;
		k->list[i] = (struct key_event){.name = name, .sum = *sum};
		return true;
	}
	return false;
}

static void
append_misses(struct key_events *k, const struct report *report)
{
	for (size_t i = 0; i < NMISSES; i++) {
		struct event_sum sum;

		if (!has_name(k, misses[i].name) &&
		    known_events_find(&sum, &report->profile.header,
			known_misses[misses[i].known].misses) &&
		    has_counts(&report->functions, &sum) &&
		    !replace_derived(k, report, misses[i].name, &sum))
			append(k, misses[i].name, &sum);
	}
}

static void
append_others(struct key_events *k, const struct report *report)
{
	const struct cg_header *header = &report->profile.header;

	for (size_t i = 0; i < report->profile.ncounted; i++) {
		struct event_sum sum = {.n = 1, .events = {i}};

		/* misses include known events; sides were appended */
		if (!known_events_have(header->events[i].name) &&
		    strchr(header->events[i].name, '@') == NULL &&
		    has_counts(&report->functions, &sum))
			append_event(k, header, i);
	}
}

static void
select_events(struct key_events *k, const struct report *report)
{
	const struct report_options *o = report->options;
	const struct cg_header *header = &report->profile.header;
	const struct sort_order *order = &report->order;
	int cycles = cycle_event_in(header);

	if (o->show != NULL) {
		for (size_t i = 0; i < report->shown.n; i++)
			append_event(k, header, report->shown.list[i]);
		return;
	}
	append_event(k, header, order->deciding);
	for (size_t i = 0; o->sort != NULL && i < order->n; i++)
		append_event(k, header, order->list[i].event);
	append_sides(k, header, order->deciding);
	/* what all misses cost together is more than any of them */
	if (cycles >= 0)
		append_event(k, header, (size_t)cycles);
	append_misses(k, report);
	append_others(k, report);
}

void
key_events_init(struct key_events *k, const struct report *report)
{
	const struct cg_header *header = &report->profile.header;
	bool is_difference = difference_is_reported(report);

	*k = (struct key_events){.n = 0};
	k->list = cli_alloc(
	    report->shown.n + report->order.n + header->nevents + NMISSES + 2,
	    sizeof(*k->list));
	select_events(k, report);
	for (size_t i = 0; i < k->n; i++) {
		struct key_event *event = &k->list[i];

		event->is_change = is_difference && !difference_is_side(header,
							event->sum.events[0]);
		for (size_t j = 0; j < event->sum.n; j++)
			event->whole +=
			    difference_whole(report, event->sum.events[j]);
	}
}

void
key_events_release(struct key_events *k)
{
	free(k->list);
}
