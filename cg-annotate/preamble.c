/* SPDX-License-Identifier: BSD-2-Clause */
/* The first block of the report: what was profiled, and what was asked for. */
#include <string.h>

#include "report.h"

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
	const struct cg_event *events = report->header.events;
	const struct cells *cells = &report->cells;

	screen_print(screen, "Events recorded: ");
	for (size_t i = 0; i < report->ncounted; i++) {
		screen_print(screen, " ");
		screen_name(screen, events[i].name);
	}
	screen_print(screen, "\nEvents shown:    ");
	for (size_t i = 0; i < cells->nshown; i++) {
		screen_print(screen, " ");
		screen_name(screen, events[cells->shown[i]].name);
	}
	screen_print(screen, "\nEvent sort order:");
	for (size_t i = 0; i < report->sorting.n; i++) {
		screen_print(screen, " ");
		screen_name(screen, events[report->sorting.list[i].event].name);
	}
	screen_print(screen, "\nThresholds:      ");
	for (size_t i = 0; i < report->sorting.n; i++) {
		screen_print(screen, " ");
		screen_name(screen, report->sorting.list[i].text);
	}
	screen_print(screen, "\n");
}

/* ", part 2" of Callgrind's numbers, which are texts */
static void
print_number(struct screen *screen, const char **comma, const char *title,
    const char *number)
{
	if (number == NULL)
		return;
	screen_print(screen, "%s%s ", *comma, title);
	screen_name(screen, number);
	*comma = ", ";
}

static void
print_process(struct screen *screen, const struct cg_header *header)
{
	const char *comma = "";

	if (header->pid == NULL && header->part == NULL &&
	    header->thread == NULL)
		return;
	screen_print(screen, "Process:          ");
	print_number(screen, &comma, "PID", header->pid);
	print_number(screen, &comma, "part", header->part);
	print_number(screen, &comma, "thread", header->thread);
	screen_print(screen, "\n");
}

/* Callgrind writes "I1 cache: " and no more where it simulated none */
static bool
says_something(const char *desc)
{
	size_t len = strlen(desc);

	return len > 0 && desc[len - 1] != ':';
}

static void
print_target(struct screen *screen, const struct cg_header *header)
{
	bool callgrind = header->format == CG_CALLGRIND;

	for (size_t i = 0; i < header->ndescs; i++) {
		if (callgrind && !says_something(header->descs[i]))
			continue;
		screen_name(screen, header->descs[i]);
		screen_print(screen, "\n");
	}
	print_line(screen, "Command:",
	    callgrind && *header->cmd == '\0' ? "(unknown)" : header->cmd);
	print_process(screen, header);
	if (header->creator != NULL)
		print_line(screen, "Creator:", header->creator);
}

void
preamble_print(struct report *report)
{
	struct screen *screen = &report->screen;

	cells_print_rule(screen);
	print_target(screen, &report->header);
	print_line(screen, "Data file:", report->data_file);
	print_events(report);
	print_list(
	    screen, "Include dirs:", report->folders.list, report->folders.n);
	print_list(screen, "User annotated:", report->user_files.list,
	    report->user_files.n);
	screen_print(screen, "Auto-annotation:  %s\n\n",
	    report->annotate ? "on" : "off");
}
