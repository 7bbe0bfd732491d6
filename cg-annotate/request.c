/* SPDX-License-Identifier: BSD-2-Clause */
/* The events to show and to sort by, and the first block of the report. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "events.h"
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
	size_t n = show != NULL ? count_parts(show) : report->header->nevents;

	cells->shown = cli_alloc(n, sizeof(*cells->shown));
	cells->nshown = n;
	for (size_t i = 0; i < n; i++) {
		if (show == NULL) {
			cells->shown[i] = i;
			continue;
		}
		cells->shown[i] = events_find(
		    report->header, "--show", show, strcspn(show, ","));
		show += strcspn(show, ",") + 1;
	}
}

/* a threshold without its "%" */
static void
set_threshold(struct sort_event *sort, const char *option, const char *text,
    size_t len, double maximum)
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
		sort->event = events_find(report->header, "--sort", text, len);
		return false;
	}
	sort->event = events_find(report->header, "--sort", text, name_len - 1);
	set_threshold(sort, "--sort", text + name_len, len - name_len, 100);
	return true;
}

/* whether any event has a threshold of its own */
static bool
parse_sort(struct report *report, const char *sort)
{
	bool any = false;

	for (size_t i = 0; i < report->nsort; i++) {
		size_t len = strcspn(sort, ",");

		any |= parse_sort_event(report, &report->sort[i], sort, len);
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
	for (size_t i = 0; i < report->nsort; i++) {
		const char *text = own      ? "0"
				   : i == 0 ? threshold
					    : default_other_threshold;

		if (report->sort[i].text == NULL)
			set_threshold(&report->sort[i], "--threshold", text,
			    strlen(text), own || i == 0 ? 20 : 100);
	}
}

void
request_resolve(struct report *report, const char *show, const char *sort,
    const char *threshold)
{
	bool own = false;

	cli_percent("--threshold", threshold, 20);
	resolve_show(report, show);
	report->nsort =
	    sort != NULL ? count_parts(sort) : report->header->nevents;
	report->sort = cli_alloc(report->nsort, sizeof(*report->sort));
	for (size_t i = 0; i < report->nsort; i++)
		report->sort[i].event = i;
	if (sort != NULL)
		own = parse_sort(report, sort);
	set_other_thresholds(report, own, threshold);
}

void
request_release(struct report *report)
{
	for (size_t i = 0; i < report->nsort; i++)
		free(report->sort[i].text);
	free(report->sort);
	free(report->cells.shown);
}

/* --- printing ------------------------------------------------------------- */

static void
print_line(struct screen *screen, const char *title, const char *text)
{
	screen_print(screen, "%-17s ", title);
	screen_name(screen, text);
	screen_print(screen, "\n");
}

/* the title on the first line only, which is there also for an empty list */
static void
print_list(
    struct screen *screen, const char *title, const char *const *list, size_t n)
{
	print_line(screen, title, n > 0 ? list[0] : "");
	for (size_t i = 1; i < n; i++)
		print_line(screen, "", list[i]);
}

static void
print_events(struct report *report)
{
	struct screen *screen = &report->screen;
	const struct cg_event *events = report->header->events;
	const struct cells *cells = &report->cells;

	screen_print(screen, "Events recorded: ");
	for (size_t i = 0; i < report->header->nevents; i++) {
		screen_print(screen, " ");
		screen_name(screen, events[i].name);
	}
	screen_print(screen, "\nEvents shown:    ");
	for (size_t i = 0; i < cells->nshown; i++) {
		screen_print(screen, " ");
		screen_name(screen, events[cells->shown[i]].name);
	}
	screen_print(screen, "\nEvent sort order:");
	for (size_t i = 0; i < report->nsort; i++) {
		screen_print(screen, " ");
		screen_name(screen, events[report->sort[i].event].name);
	}
	screen_print(screen, "\nThresholds:      ");
	for (size_t i = 0; i < report->nsort; i++)
		screen_print(screen, " %s", report->sort[i].text);
	screen_print(screen, "\n");
}

void
request_print(struct report *report)
{
	struct screen *screen = &report->screen;
	const struct cg_header *header = report->header;

	cells_print_rule(screen);
	for (size_t i = 0; i < header->ndescs; i++) {
		screen_name(screen, header->descs[i]);
		screen_print(screen, "\n");
	}
	print_line(screen, "Command:", header->cmd);
	print_line(screen, "Data file:", report->data_file);
	print_events(report);
	print_list(
	    screen, "Include dirs:", report->folders.list, report->folders.n);
	print_list(
	    screen, "User annotated:", report->user_files, report->nuser_files);
	screen_print(screen, "Auto-annotation:  %s\n\n",
	    report->annotate ? "on" : "off");
}
