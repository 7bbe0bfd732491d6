/* SPDX-License-Identifier: BSD-2-Clause */
/* The events to show and to sort by, and their thresholds. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events.h"
#include "report.h"

static const char default_other_threshold[] = "100";

/* --- options -------------------------------------------------------------- */

/* how many parts a list with commas has */
static size_t
count_parts(const char *list)
{
	size_t n = 1;

	for (; *list != '\0'; list++)
		n += *list == ',';
	return n;
}

static void
resolve_show(struct report *report, const char *show)
{
	struct cells *cells = &report->cells;
	size_t n = show != NULL ? count_parts(show) : report->ncounted;

	cells->shown = cli_alloc(n, sizeof(*cells->shown));
	cells->nshown = n;
	for (size_t i = 0; i < n; i++) {
		if (show == NULL) {
			cells->shown[i] = i;
			continue;
		}
		cells->shown[i] = events_find(
		    &report->header, "--show", show, strcspn(show, ","));
		show += strcspn(show, ",") + 1;
	}
}

/* lets rows have the derived events too, behind those that were counted */
static void
choose_derived(struct report *report, struct cg_reader *reader)
{
	struct cg_header *header = &report->header;
	size_t n = header->nevents + header->nderived;

	report->events = cli_alloc(n, sizeof(*report->events));
	memcpy(report->events, header->events,
	    header->nevents * sizeof(*report->events));
	memcpy(report->events + header->nevents, header->derived,
	    header->nderived * sizeof(*report->events));
	if (cg_reader_select_events(reader, report->events, n) < 0)
		cli_die("%s", report->error.text);
	header->events = report->events;
	header->nevents = n;
}

static void
resolve_header(
    struct report *report, struct cg_reader *reader, bool names_events)
{
	report->header = *cg_reader_header(reader);
	report->ncounted = report->header.nevents;
	report->cells.header = &report->header;
	if (names_events && report->header.nderived > 0)
		choose_derived(report, reader);
}

static void
demand_calls(const struct report *report)
{
	bool wanted = report->inclusive || report->callers || report->callees;

	if (wanted && report->header.format == CG_CACHEGRIND)
		cli_die("%s: expected a profile with calls, for --inclusive "
			"or --tree, found one in Cachegrind's format",
		    report->data_file);
}

/* a threshold without its "%" */
static void
set_threshold(struct sort_event *sort, const char *option, const char *text,
    size_t len, unsigned int maximum)
{
	sort->text = cli_copy(text, len);
	sort->threshold = cli_percent(option, sort->text, maximum);
	sort->text[strcspn(sort->text, "%")] = '\0';
}

/* "EVENT" or "EVENT:PCT"; true where there is a threshold */
static bool
parse_sort_event(struct report *report, struct sort_event *sort,
    const char *text, size_t len)
{
	size_t name_len = len;

	while (name_len > 0 && text[name_len - 1] != ':')
		name_len--;
	if (name_len == 0) {
		sort->event = events_find(&report->header, "--sort", text, len);
		return false;
	}
	sort->event =
	    events_find(&report->header, "--sort", text, name_len - 1);
	set_threshold(sort, "--sort", text + name_len, len - name_len, 100);
	return true;
}

/* whether any event has a threshold of its own */
static bool
parse_sort(struct report *report, const char *sort)
{
	bool any = false;

	for (size_t i = 0; i < report->sorting.n; i++) {
		size_t len = strcspn(sort, ",");

		any |= parse_sort_event(
		    report, &report->sorting.list[i], sort, len);
		sort += len + 1;
	}
	return any;
}

/*
 * Thresholds of their own leave 0 to events without one; else the first event
 * has that of --threshold and the others pass only with the whole.
 */
static void
set_other_thresholds(struct report *report, bool own, const char *threshold)
{
	for (size_t i = 0; i < report->sorting.n; i++) {
		const char *text = own      ? "0"
				   : i == 0 ? threshold
					    : default_other_threshold;

		if (report->sorting.list[i].text == NULL)
			set_threshold(&report->sorting.list[i], "--threshold",
			    text, strlen(text), own || i == 0 ? 20 : 100);
	}
}

/* whether any function has a count of the event */
static bool
has_counts(const struct report *report, size_t event)
{
	struct cg_record row;

	for (size_t i = 0; i < report->graph.nfunctions; i++) {
		cg_profile_at(report->graph.functions, i, &row);
		if (row.counts[event] != 0)
			return true;
	}
	return false;
}

void
request_settle(struct report *report)
{
	struct sort_event *list = report->sorting.list, held = list[0];
	size_t i = 0;

	while (i < report->sorting.n && !has_counts(report, list[i].event))
		i++;
	if (i == report->sorting.n)
		i = 0;
	report->deciding = list[i].event;
	if (report->own_thresholds)
		return;
	list[0].text = list[i].text;
	list[0].threshold = list[i].threshold;
	list[i].text = held.text;
	list[i].threshold = held.threshold;
}

void
request_resolve(struct report *report, struct cg_reader *reader,
    const char *show, const char *sort, const char *threshold)
{
	bool own = false;

	resolve_header(report, reader, show != NULL || sort != NULL);
	demand_calls(report);
	cli_percent("--threshold", threshold, 20);
	resolve_show(report, show);
	report->sorting.n = sort != NULL ? count_parts(sort) : report->ncounted;
	report->sorting.list =
	    cli_alloc(report->sorting.n, sizeof(*report->sorting.list));
	for (size_t i = 0; i < report->sorting.n; i++)
		report->sorting.list[i].event = i;
	if (sort != NULL)
		own = parse_sort(report, sort);
	report->own_thresholds = own;
	set_other_thresholds(report, own, threshold);
}

void
request_release(struct report *report)
{
	for (size_t i = 0; i < report->sorting.n; i++)
		free(report->sorting.list[i].text);
	free(report->sorting.list);
	free(report->cells.shown);
	free(report->events);
}
