/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of functions: sorted by the size of their counts, cut at the
 * thresholds.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "report.h"
#include "sides.h"

struct function {
	struct cg_record record;
	const struct report *report; /* for the comparison */
};

struct functions {
	size_t n;
	struct function *list;
};

/* --- sorting -------------------------------------------------------------- */

/* absolute value; a count that was not written sorts as 1, as in cg_annotate */
static uint64_t
size_of(const struct cg_record *record, size_t event)
{
	int64_t count = record->counts[event];

	if (record->given != NULL && !record->given[event])
		return 1;
	return count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
}

/* largest first; ties by name, in whose order the records stand */
static int
compare_functions(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	const struct report *report = x->report;
	int order;

	for (size_t i = 0; i < report->nsort; i++) {
		uint64_t p = size_of(&x->record, report->sort[i].event);
		uint64_t q = size_of(&y->record, report->sort[i].event);

		if (p != q)
			return p > q ? -1 : 1;
	}
	order = strcmp(x->record.file, y->record.file);
	return order != 0 ? order
			  : strcmp(x->record.function, y->record.function);
}

static struct functions
sort_functions(const struct report *report)
{
	struct functions f = {.n = cg_profile_len(report->functions)};

	f.list = cli_alloc(f.n + 1, sizeof(*f.list));
	for (size_t i = 0; i < f.n; i++) {
		f.list[i].report = report;
		cg_profile_at(report->functions, i, &f.list[i].record);
	}
	qsort(f.list, f.n, sizeof(*f.list), compare_functions);
	return f;
}

/* --- thresholds ----------------------------------------------------------- */

/*
 * What 100 % of an event is: the total, or, where a difference evens out, the
 * size of everything that changed.
 */
static double
whole(const struct report *report, const struct functions *f, size_t event)
{
	int64_t total = report->cells.total[event];
	double sum = 0;

	if (total != 0)
		return fabs((double)total);
	for (size_t i = 0; i < f->n; i++)
		sum += fabs((double)f->list[i].record.counts[event]);
	return sum;
}

static bool
passes(const struct report *report, const struct cg_record *record,
    const double *wholes)
{
	for (size_t i = 0; i < report->nsort; i++) {
		const struct sort_event *sort = &report->sort[i];
		double size = fabs((double)record->counts[sort->event] * 100);
		double share = wholes[i] == 0 ? 0 : size / wholes[i];

		if (share >= sort->threshold)
			return true;
	}
	return false;
}

/* moves the functions that pass to the front; the rest is forgotten */
static void
keep_passing(const struct report *report, struct functions *f)
{
	double *wholes = cli_alloc(report->nsort, sizeof(*wholes));
	size_t kept = 0;

	for (size_t i = 0; i < report->nsort; i++)
		wholes[i] = whole(report, f, report->sort[i].event);
	for (size_t i = 0; i < f->n; i++)
		if (passes(report, &f->list[i].record, wholes))
			f->list[kept++] = f->list[i];
	f->n = kept;
	free(wholes);
}

/* --- files ---------------------------------------------------------------- */

static int
compare_names(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

static struct files
files_of(const struct functions *f)
{
	struct files files = {.list = cli_alloc(f->n + 1, sizeof(*files.list))};
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		files.list[i] = f->list[i].record.file;
	qsort(files.list, f->n, sizeof(*files.list), compare_names);
	for (size_t i = 0; i < f->n; i++)
		if (n == 0 || strcmp(files.list[n - 1], files.list[i]) != 0)
			files.list[n++] = files.list[i];
	files.n = n;
	return files;
}

/* --- printing ------------------------------------------------------------- */

/* the names of the events between two rules, and what the rows are of */
static void
print_heading(
    struct report *report, const struct widths *widths, const char *title)
{
	cells_print_rule(&report->screen);
	cells_print_events(&report->cells, widths, &report->screen);
	screen_paint(&report->screen, PAINT_HEADING, "%s\n", title);
	cells_print_rule(&report->screen);
}

static void
print_totals(struct report *report)
{
	struct cg_record total = {.counts = report->cells.total};
	struct widths widths;

	widths_init(&widths, &report->cells);
	widths_grow(&widths, &report->cells, &total);
	print_heading(report, &widths, "");
	cells_print(&report->cells, &widths, &total, &report->screen);
	screen_print(&report->screen, " PROGRAM TOTALS\n\n");
	widths_release(&widths);
}

static void
print_function(struct report *report, const struct widths *widths,
    const struct cg_record *record)
{
	cells_print(&report->cells, widths, record, &report->screen);
	screen_print(&report->screen, " ");
	screen_name(&report->screen, record->file);
	screen_print(&report->screen, ":");
	screen_name(&report->screen, record->function);
	screen_print(&report->screen, "%s\n",
	    sides_mark(report->header, record->counts));
}

struct files
report_functions(struct report *report)
{
	struct functions f = sort_functions(report);
	struct widths widths;
	struct files files;

	print_totals(report);
	/* also those that are not printed count for the widths */
	widths_init(&widths, &report->cells);
	for (size_t i = 0; i < f.n; i++)
		widths_grow(&widths, &report->cells, &f.list[i].record);
	keep_passing(report, &f);
	print_heading(report, &widths, " file:function");
	for (size_t i = 0; i < f.n; i++)
		print_function(report, &widths, &f.list[i].record);
	screen_print(&report->screen, "\n");
	files = files_of(&f);
	widths_release(&widths);
	free(f.list);
	return files;
}
