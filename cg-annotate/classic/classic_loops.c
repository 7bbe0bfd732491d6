/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints loops as functions are printed: counts, then the columns of loops, then the name; what calls
 * cost is a line of its own. */
#include <stdlib.h>
#include <string.h>

#include "libreport/text_width.h"
#include "model/loops/loop_text.h"
#include "classic_loops.h"
#include "count_columns.h"

static void
print_text(struct printer *printer, const char *text, size_t width)
{
	size_t len = strlen(text);

	printer_pad(printer, width > len ? width - len : 0);
	printer_print(printer, "%s ", text);
}

static void
print_limits(
    const struct loop_limits *limits, size_t number, struct printer *printer)
{
	for (size_t i = 0; i < 2 && limits->widths[i] > 0; i++) {
		const char *text = limits->texts[i][number];
		size_t width = text_width(text, strlen(text));

		printer_print(printer, " ");
		printer_name(printer, text);
		printer_pad(printer, limits->widths[i] - width + 1);
	}
}

static void
print_name(const struct loop_row *row, struct printer *printer)
{
	char *place = loop_place(row, false), *note = loop_note(row);

	printer_pad(printer, 2 * row->depth + 1);
	printer_name(printer, loop_function(row));
	printer_print(printer, " ");
	printer_name(printer, place);
	printer_print(printer, "%s", note);
	if (*row->host->object != '\0') {
		printer_print(printer, " [");
		printer_name(printer, row->host->object);
		printer_print(printer, "]");
	}
	printer_print(printer, "\n");
	free(place);
	free(note);
}

static const int64_t *
cost_of(const struct report *report, const struct loop_row *row)
{
	return report->options->inclusive ? row->inclusive : row->own;
}

/* Leaves the columns of loops empty, in a line below the name of a loop. */
static void
pad_columns(const struct loop_columns *c, const struct loop_limits *limits,
    const struct loop_row *row, struct printer *printer)
{
	for (size_t i = 0; i < c->n; i++)
		printer_pad(printer, c->list[i].width + 1);
	for (size_t i = 0; i < 2 && limits->widths[i] > 0; i++)
		printer_pad(printer, limits->widths[i] + 2);
	printer_pad(printer, 2 * row->depth + 3);
}

static void
print_loop(const struct count_columns *counts, const struct loop_columns *c,
    const struct loop_limits *limits, size_t number, struct printer *printer)
{
	const struct loop_row *row = &counts->report->loops.list[number];
	const struct loop_remarks *remarks =
	    counts->report->loops.remarks[number];
	bool is_inclusive = counts->report->options->inclusive;
	char text[FORMAT_SIZE];

	count_columns_print(
	    counts, cost_of(counts->report, row), NULL, printer);
	for (size_t i = 0; i < c->n; i++) {
		loop_cell(text, &c->list[i], row);
		print_text(printer, text, c->list[i].width);
	}
	print_limits(limits, number, printer);
	print_name(row, printer);
	for (size_t i = 0; i < remarks->n; i++) {
		count_columns_blank(counts, printer);
		pad_columns(c, limits, row, printer);
		printer_name(printer, remarks->list[i]->text);
		printer_print(printer, "\n");
	}
	if (row->calls == NULL)
		return;
	count_columns_print(
	    counts, is_inclusive ? row->own : row->calls, NULL, printer);
	pad_columns(c, limits, row, printer);
	printer_print(printer, "%s\n", is_inclusive ? "(own cost)" : "(calls)");
}

void
classic_loops(const struct report *report, struct printer *printer)
{
	const struct loop_list *l = &report->loops;
	char *coverage, *others;
	struct count_range range;
	struct count_columns counts;
	struct loop_columns columns;
	struct loop_limits limits;

	if (!report->options->loops.is_wanted)
		return;
	count_range_init(&range, report->profile.header.nevents);
	for (size_t i = 0; i < l->n; i++) {
		const struct loop_row *row = &l->list[i];

		count_range_add(&range, cost_of(report, row), NULL);
		if (row->calls != NULL && !report->options->inclusive)
			count_range_add(&range, row->calls, NULL);
	}
	count_columns_init(&counts, report, &range);
	loop_columns_init(&columns, report, true);
	loop_limits_init(&limits, report);
	count_columns_rule(printer);
	count_columns_print_events(&counts, printer);
	for (size_t i = 0; i < columns.n; i++)
		print_text(
		    printer, columns.list[i].title, columns.list[i].width);
	for (size_t i = 0; i < 2 && limits.widths[i] > 0; i++)
		printer_print(printer, " %-*s ", (int)limits.widths[i],
		    loop_limit_titles[i]);
	printer_paint(printer, PAINT_HEADING, " loop%s\n",
	    report->options->inclusive ? " (inclusive)" : "");
	count_columns_rule(printer);
	for (size_t i = 0; i < l->n; i++)
		print_loop(&counts, &columns, &limits, i, printer);
	coverage = loop_coverage(report);
	others = loop_others(report);
	printer_print(printer, "\n%s\n", coverage);
	if (others != NULL)
		printer_print(printer, "%s\n", others);
	free(coverage);
	free(others);
	loop_limits_release(&limits);
	loop_columns_release(&columns);
	count_columns_release(&counts);
	count_range_release(&range);
}
