/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sources beside their costs: the lines that cost something, with some lines
 * of context around each, and what they called.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "annotate.h"
#include "libcli/cli.h"
#include "warnings.h"

/*
 * The rows of one file in report->lines, which is sorted: of each line what it
 * cost, then its calls.
 */
struct rows {
	size_t next; /* first that was not printed yet */
	size_t end;
};

/* one file while it is annotated */
struct annotation {
	struct report *report;
	const char *name;
	struct source *source;
	struct rows rows;
	struct cg_record unknown; /* line 0; counts NULL: there is none */
	struct widths widths;
	bool newer; /* than the profile */
	struct annotated *sum;
};

/* --- rows of a file ------------------------------------------------------- */

static struct cg_record
row_at(const struct report *report, size_t i)
{
	struct cg_record record;

	cg_profile_at(report->lines, i, &record);
	return record;
}

/* the first row whose file is not before `name`; with `behind`, behind it */
static size_t
search(const struct report *report, const char *name, bool behind)
{
	size_t low = 0, high = cg_profile_len(report->lines);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(row_at(report, middle).file, name);

		if (order < 0 || (behind && order == 0))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * What line 0 has cost is printed at the end.  It is no line of the source
 * either, but as in cg_annotate one past its end behind lines below 0.
 */
static void
find_rows(struct annotation *a)
{
	struct report *report = a->report;

	a->rows = (struct rows){
	    search(report, a->name, false), search(report, a->name, true)};
	a->unknown.counts = NULL;
	widths_init(&a->widths, &report->cells);
	for (size_t i = a->rows.next; i < a->rows.end; i++) {
		struct cg_record row = row_at(report, i);

		widths_grow(&a->widths, &report->cells, &row);
		if (row.line == 0 && row.kind == CG_COSTS)
			a->unknown = row;
	}
	while (a->rows.next < a->rows.end &&
	       row_at(report, a->rows.next).line == 0)
		a->rows.next++;
}

/* --- lines ---------------------------------------------------------------- */

static void
add_annotated(struct annotation *a, const struct cg_record *row)
{
	size_t n = a->report->header.nevents;

	if (cg_counts_add(a->sum->counts, row->counts, n) < n)
		cli_die("the sum of what is annotated does not fit in 64 "
			"bits");
	for (size_t i = 0; i < n; i++)
		a->sum->present[i] |= row->present == NULL || row->present[i];
}

/* whether the next row is of the line, and its cost or a call */
static bool
next_is(const struct annotation *a, int64_t line, enum cg_kind kind)
{
	struct cg_record row;

	if (a->rows.next == a->rows.end)
		return false;
	row = row_at(a->report, a->rows.next);
	return row.line == line && row.kind == kind;
}

/* adds a call to those of the line; it goes to the function that is found */
static void
add_call(
    const struct annotation *a, struct cg_profile *calls, struct cg_record call)
{
	struct report *report = a->report;
	struct cg_record callee;
	size_t number;

	if (function_index_find_callee(&report->index, &call, &number)) {
		cg_profile_at(report->names, number, &callee);
		call.target.object = callee.object;
	}
	if (cg_profile_add(calls, &call) < 0)
		cli_die("%s", report->error.text);
}

/* prints the calls that are next, if they are of the line */
static void
print_calls(struct annotation *a, int64_t line)
{
	struct report *report = a->report;
	struct cg_profile *rows;
	struct entries calls = {0};

	if (!next_is(a, line, CG_CALL))
		return;
	rows = cg_profile_new(report->header.nevents, &report->error);
	if (rows == NULL)
		cli_die("%s", report->error.text);
	while (next_is(a, line, CG_CALL))
		add_call(a, rows, row_at(report, a->rows.next++));
	calls.n = cg_profile_len(rows);
	calls.list = cli_alloc(calls.n, sizeof(*calls.list));
	for (size_t i = 0; i < calls.n; i++) {
		struct cg_record call;

		cg_profile_at(rows, i, &call);
		calls.list[i] = entry_of_callee(&call, &report->sorting);
	}
	entries_print(
	    &calls, &report->cells, &a->widths, " => ", &report->printer);
	free(calls.list);
	cg_profile_free(rows);
}

/* prints what the line cost, if that is next */
static void
print_costs(struct annotation *a, int64_t line)
{
	struct report *report = a->report;
	struct cg_record row;

	if (!next_is(a, line, CG_COSTS)) {
		cells_print(&report->cells, &a->widths, NULL, &report->printer);
		return;
	}
	row = row_at(report, a->rows.next++);
	cells_print(&report->cells, &a->widths, &row, &report->printer);
	add_annotated(a, &row);
}

/* one line of the source with its figures */
static void
print_line(struct annotation *a)
{
	struct printer *printer = &a->report->printer;
	const struct source *source = a->source;

	print_costs(a, source->line);
	printer_print(printer, " ");
	printer_bytes(printer, source->text, source->len);
	if (source->text[source->len - 1] != '\n')
		printer_print(printer, "\n");
	print_calls(a, source->line);
}

static void
print_mark(struct annotation *a, int64_t line)
{
	printer_paint(&a->report->printer, PAINT_FAINT,
	    "-- line %lld ----------------------------------------\n",
	    (long long)line);
}

/* false at the end of the source */
static bool
next_line(struct annotation *a)
{
	int got = source_next(a->source);

	if (got < 0)
		cli_die("%s: %s", a->source->path, strerror(errno));
	return got == 1;
}

/* prints the lines from low to high; false where there is no more to print */
static bool
print_range(struct annotation *a, int64_t low, int64_t high)
{
	struct source *source = a->source;
	bool more = true;

	while (more && source->line < low - 1)
		more = next_line(a);
	if (low != 1)
		print_mark(a, low);
	if (high <= source->line)
		return false; /* all of it lies before line 1 */
	while (source->line < high) {
		if (!next_line(a))
			return false;
		print_line(a);
	}
	print_mark(a, high);
	return true;
}

/* a sum of line numbers from the profile, which may be any */
static int64_t
add_lines(int64_t a, int64_t b)
{
	int64_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		return b < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

/* the lines with costs and `context` lines around each, joined where near */
static void
print_ranges(struct annotation *a)
{
	struct report *report = a->report;
	int64_t context = report->context;
	bool first = true, more = true;

	for (size_t i = a->rows.next; more && i < a->rows.end; i++) {
		int64_t low = add_lines(row_at(report, i).line, -context);
		int64_t last = row_at(report, i).line;

		while (i + 1 < a->rows.end &&
		       add_lines(add_lines(last, context), context) >=
			   row_at(report, i + 1).line)
			last = row_at(report, ++i).line;
		if (first && low < 1)
			low = 1;
		first = false;
		more = print_range(a, low, add_lines(last, context));
	}
}

static void
print_rows_past_end(struct annotation *a)
{
	struct report *report = a->report;

	if (a->rows.next == a->rows.end)
		return;
	while (a->rows.next < a->rows.end) {
		struct cg_record row = row_at(report, a->rows.next);

		a->rows.next += row.kind == CG_COSTS;
		cells_print(&report->cells, &a->widths,
		    row.kind == CG_COSTS ? &row : NULL, &report->printer);
		printer_print(&report->printer, " <bogus line %lld>\n",
		    (long long)row.line);
		print_calls(a, row.line);
	}
	printer_print(&report->printer, "\n");
	warn_past_end(report, a->name, a->newer);
}

static void
print_unknown(struct annotation *a)
{
	struct printer *printer = &a->report->printer;

	if (a->unknown.counts == NULL)
		return;
	cells_print(&a->report->cells, &a->widths, &a->unknown, printer);
	printer_print(printer, " <counts for unidentified lines in ");
	printer_name(printer, a->name);
	printer_print(printer, ">\n\n");
}

/* --- the source ----------------------------------------------------------- */

static bool
print_source(struct annotation *a)
{
	struct printer *printer = &a->report->printer;

	if (a->rows.next == a->rows.end && a->unknown.counts == NULL) {
		printer_print(
		    printer, "  No information has been collected for ");
		printer_name(printer, a->name);
		printer_print(printer, "\n\n");
		return false;
	}
	a->newer = warn_if_newer(a->report, a->name, a->source);
	cells_print_events(&a->report->cells, &a->widths, printer);
	printer_print(printer, "\n\n");
	print_ranges(a);
	print_rows_past_end(a);
	printer_print(printer, "\n");
	print_unknown(a);
	return true;
}

bool
annotate_source(struct report *report, struct source *source, const char *name,
    struct annotated *sum)
{
	struct annotation a = {
	    .report = report, .name = name, .source = source, .sum = sum};
	bool any;

	find_rows(&a);
	any = print_source(&a);
	widths_release(&a.widths);
	return any;
}
