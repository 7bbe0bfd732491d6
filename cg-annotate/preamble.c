/* SPDX-License-Identifier: BSD-2-Clause */
/* The first block of the report: what was profiled, and what was asked for. */
#include <string.h>

#include "report.h"

static void
print_line(struct printer *printer, const char *title, const char *text)
{
	printer_print(printer, "%-17s ", title);
	printer_name(printer, text);
	printer_print(printer, "\n");
}

/* the title on the first line only, which is there also for an empty list */
static void
print_list(struct printer *printer, const char *title, const char *const *list,
    size_t n)
{
	print_line(printer, title, n > 0 ? list[0] : "");
	for (size_t i = 1; i < n; i++)
		print_line(printer, "", list[i]);
}

static void
print_events(struct report *report)
{
	struct printer *printer = &report->printer;
	const struct cg_event *events = report->header.events;
	const struct cells *cells = &report->cells;

	printer_print(printer, "Events recorded: ");
	for (size_t i = 0; i < report->ncounted; i++) {
		printer_print(printer, " ");
		printer_name(printer, events[i].name);
	}
	printer_print(printer, "\nEvents shown:    ");
	for (size_t i = 0; i < cells->nshown; i++) {
		printer_print(printer, " ");
		printer_name(printer, events[cells->shown[i]].name);
	}
	printer_print(printer, "\nEvent sort order:");
	for (size_t i = 0; i < report->sorting.n; i++) {
		printer_print(printer, " ");
		printer_name(
		    printer, events[report->sorting.list[i].event].name);
	}
	printer_print(printer, "\nThresholds:      ");
	for (size_t i = 0; i < report->sorting.n; i++) {
		printer_print(printer, " ");
		printer_name(printer, report->sorting.list[i].text);
	}
	printer_print(printer, "\n");
}

/* ", part 2" of Callgrind's numbers, which are texts */
static void
print_number(struct printer *printer, const char **comma, const char *title,
    const char *number)
{
	if (number == NULL)
		return;
	printer_print(printer, "%s%s ", *comma, title);
	printer_name(printer, number);
	*comma = ", ";
}

static void
print_process(struct printer *printer, const struct cg_header *header)
{
	const char *comma = "";

	if (header->pid == NULL && header->part == NULL &&
	    header->thread == NULL)
		return;
	printer_print(printer, "Process:          ");
	print_number(printer, &comma, "PID", header->pid);
	print_number(printer, &comma, "part", header->part);
	print_number(printer, &comma, "thread", header->thread);
	printer_print(printer, "\n");
}

/* Callgrind writes "I1 cache: " and no more where it simulated none */
static bool
says_something(const char *desc)
{
	size_t len = strlen(desc);

	return len > 0 && desc[len - 1] != ':';
}

static void
print_target(struct printer *printer, const struct cg_header *header)
{
	bool callgrind = header->format == CG_CALLGRIND;

	for (size_t i = 0; i < header->ndescs; i++) {
		if (callgrind && !says_something(header->descs[i]))
			continue;
		printer_name(printer, header->descs[i]);
		printer_print(printer, "\n");
	}
	print_line(printer, "Command:",
	    callgrind && *header->cmd == '\0' ? "(unknown)" : header->cmd);
	print_process(printer, header);
	if (header->creator != NULL)
		print_line(printer, "Creator:", header->creator);
}

void
preamble_print(struct report *report)
{
	struct printer *printer = &report->printer;

	cells_print_rule(printer);
	print_target(printer, &report->header);
	print_line(printer, "Data file:", report->data_file);
	print_events(report);
	print_list(
	    printer, "Include dirs:", report->folders.list, report->folders.n);
	print_list(printer, "User annotated:", report->user_files.list,
	    report->user_files.n);
	printer_print(printer, "Auto-annotation:  %s\n\n",
	    report->annotate ? "on" : "off");
}
