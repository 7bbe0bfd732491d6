/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of functions: sorted by the size of their counts, cut at the
 * thresholds.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "report.h"
#include "libreport/diff_mark.h"
#include "thresholds.h"
#include "tree.h"

static struct entries
list_functions(const struct report *report)
{
	const struct callgraph *graph = &report->graph;
	struct entries f = {.n = graph->nfunctions};

	f.list = cli_alloc(f.n + graph->ncycles, sizeof(*f.list));
	for (size_t i = 0; i < f.n; i++) {
		struct cg_record row;

		callgraph_function(graph, i, report->inclusive, &row);
		f.list[i] = entry_of_function(&row, &report->sorting);
		f.list[i].number = i;
	}
	return f;
}

/* a row for each cycle as a whole: of its functions none has all of it */
static void
append_cycles(const struct report *report, struct entries *f)
{
	const struct callgraph *graph = &report->graph;

	for (size_t i = 0; i < graph->ncycles; i++)
		f->list[f->n++] = (struct entry){
		    .file = "",
		    .function = "",
		    .object = "",
		    .record.counts = graph->cycle_costs + i * graph->nevents,
		    .number = i,
		    .members = graph->members[i],
		    .sorting = &report->sorting,
		};
}

/* --- files ---------------------------------------------------------------- */

static struct files
files_of(const struct entries *f)
{
	struct files files = {0, cli_alloc(f->n, sizeof(*files.list))};

	for (size_t i = 0; i < f->n; i++)
		if (f->list[i].members == 0)
			files.list[files.n++] = f->list[i].file;
	files_sort(&files);
	return files;
}

/* --- printing ------------------------------------------------------------- */

/* the names of the events between two rules, and what the rows are of */
static void
print_heading(
    struct report *report, const struct widths *widths, const char *title)
{
	cells_print_rule(&report->printer);
	cells_print_events(&report->cells, widths, &report->printer);
	printer_paint(&report->printer, PAINT_HEADING, "%s\n", title);
	cells_print_rule(&report->printer);
}

static void
print_totals(struct report *report)
{
	struct cg_record total = {.counts = report->cells.total};
	struct widths widths;

	widths_init(&widths, &report->cells);
	widths_grow(&widths, &report->cells, &total);
	print_heading(report, &widths, "");
	cells_print(&report->cells, &widths, &total, &report->printer);
	printer_print(&report->printer, " PROGRAM TOTALS%s\n\n",
	    report->calculated ? " (calculated)" : "");
	widths_release(&widths);
}

static void
print_function(struct report *report, const struct widths *widths,
    const struct entry *function)
{
	struct printer *printer = &report->printer;
	bool in_tree = report->callers || report->callees;
	size_t cycle = callgraph_cycle(&report->graph, function->number);

	if (report->callers && report->graph.ncalls > 0)
		tree_print_callers(report, widths, function);
	cells_print(&report->cells, widths, &function->record, printer);
	printer_print(printer, in_tree ? " *  " : " ");
	entry_print_name(function, printer);
	if (report->inclusive && cycle > 0)
		printer_print(printer, " <cycle %zu>", cycle);
	printer_print(printer, "%s\n",
	    diff_mark(&report->header, function->record.counts));
	if (report->callees && report->graph.ncalls > 0)
		tree_print_callees(report, widths, function);
}

static void
print_cycle(struct report *report, const struct widths *widths,
    const struct entry *cycle)
{
	struct printer *printer = &report->printer;
	bool in_tree = report->callers || report->callees;

	cells_print(&report->cells, widths, &cycle->record, printer);
	printer_print(printer, "%s<cycle %zu> as a whole: %zu functions\n",
	    in_tree ? " *  " : " ", cycle->number + 1, cycle->members);
}

static void
print_entry(struct report *report, const struct widths *widths,
    const struct entry *entry)
{
	if (report->callers || report->callees)
		printer_print(&report->printer, "\n");
	if (entry->members > 0)
		print_cycle(report, widths, entry);
	else
		print_function(report, widths, entry);
}

static void
measure(
    const struct report *report, const struct entries *f, struct widths *widths)
{
	widths_init(widths, &report->cells);
	for (size_t i = 0; i < f->n; i++)
		widths_grow(widths, &report->cells, &f->list[i].record);
	tree_widen(report, widths);
}

struct files
report_functions(struct report *report)
{
	struct entries f = list_functions(report);
	struct widths widths;
	struct files files;

	if (report->inclusive)
		append_cycles(report, &f);
	print_totals(report);
	/* also those that are not printed count for the widths */
	measure(report, &f, &widths);
	f.n = thresholds_apply(report, &f);
	entries_sort(&f);
	print_heading(report, &widths,
	    report->inclusive ? " file:function (inclusive)"
			      : " file:function");
	for (size_t i = 0; i < f.n; i++)
		print_entry(report, &widths, &f.list[i]);
	printer_print(&report->printer, "\n");
	files = files_of(&f);
	widths_release(&widths);
	free(f.list);
	return files;
}
