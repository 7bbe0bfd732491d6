/* SPDX-License-Identifier: BSD-2-Clause */
/* A loop has those in it as a member, as the text has them below it. */
#include <inttypes.h>

#include "json_loops.h"
#include "libquery/loops/loop_bound.h"
#include "libreport/json_names.h"
#include "model/loops/loop_mnemonics.h"
#include "model/loops/loop_text.h"

static void
put_string(struct printer *printer, const char *key, const char *text)
{
	printer_print(printer, ", ");
	json_key(printer, key);
	json_string(printer, text);
}

static void
put_counts(const struct report *report, const char *key, const int64_t *counts,
    struct printer *printer)
{
	printer_print(printer, ", ");
	json_key(printer, key);
	json_counts(printer, report->profile.header.events, counts,
	    report->shown.list, report->shown.n);
}

/* Prints the lines of the loop in the source, and the addresses of its first copy. */
static void
put_place(const struct loop_row *row, struct printer *printer)
{
	json_key(printer, "file");
	json_string(printer, row->first->file);
	put_string(printer, "function", loop_function(row));
	if (row->first_line != 0)
		printer_print(printer,
		    ", \"first_line\": %" PRId64 ", \"last_line\": %" PRId64,
		    row->first_line, row->last_line);
	if (*row->host->object != '\0')
		put_string(printer, "object", row->host->object);
	if (row->first->is_inlined)
		put_string(printer, "inlined_into", row->host->function);
	printer_print(printer,
	    ", \"first_address\": \"%#" PRIx64
	    "\", \"last_address\": \"%#" PRIx64 "\"",
	    row->first->first, row->first->last);
}

/* Prints a bound as a member: "bound_by": {"name": "latency", "cycles": 40000, ...}. */
static void
put_bound(const struct loop_row *row, const char *key,
    const struct loop_bound *bound, struct printer *printer)
{
	const struct loop_top *top;

	if (bound->kind == LOOP_BOUND_NONE)
		return;
	top = loop_bound_top(row, bound);
	printer_print(printer, ", ");
	json_key(printer, key);
	printer_print(printer, "{");
	json_key(printer, "name");
	json_string(printer, loop_bound_name(bound));
	printer_print(printer, ", \"cycles\": %" PRId64, bound->cycles);
	if (top != NULL && top->line != 0) {
		put_string(printer, "file", top->file);
		printer_print(printer, ", \"line\": %" PRId64, top->line);
	}
	printer_print(printer, "}");
}

/* Prints what compilers say of a loop. */
static void
put_remarks(const struct loop_row *row, const struct loop_remarks *remarks,
    struct printer *printer)
{
	const char *separator = "";

	if (row->unrolled > 0)
		printer_print(
		    printer, ", \"unrolled\": %" PRId64, row->unrolled);
	if (remarks->n == 0)
		return;
	printer_print(printer, ", ");
	json_key(printer, "remarks");
	printer_print(printer, "[");
	for (size_t i = 0; i < remarks->n; i++, separator = ", ") {
		printer_print(printer, "%s", separator);
		json_string(printer, remarks->list[i]->text);
	}
	printer_print(printer, "]");
}

static void
put_bounds(const struct report *report, const struct loop_row *row,
    const char *mnemonics, struct printer *printer)
{
	const struct cg_header *header = &report->profile.header;
	struct loop_bounds bounds;

	if (!loop_bounds_are_known(header))
		return;
	bounds = loop_bounds_of(row, header);
	put_bound(row, "bound_by", &bounds.first, printer);
	if (mnemonics != NULL)
		put_string(printer, "mnemonics", mnemonics);
	if (bounds.first.kind == LOOP_BOUND_NONE)
		return;
	printer_print(
	    printer, ", \"cycles_without\": %" PRId64, bounds.without);
	put_bound(row, "then_bound_by", &bounds.second, printer);
}

/* Prints a loop and those in it, and returns the number of the next one that is not in it. */
static size_t
put_loop(const struct report *report, size_t number, char *const *mnemonics,
    struct printer *printer)
{
	const struct loop_list *l = &report->loops;
	const struct loop_row *row = &l->list[number];
	size_t next = number + 1;

	printer_print(printer, "{");
	put_place(row, printer);
	printer_print(printer, ", \"copies\": %zu, \"entries\": %zu",
	    row->ncopies, row->nheads);
	if (row->is_recursive)
		printer_print(printer, ", \"is_recursive\": true");
	printer_print(printer,
	    ", \"entered\": %" PRId64 ", \"rounds\": %" PRId64, row->entered,
	    row->rounds);
	put_counts(report, "own", row->own, printer);
	if (row->calls != NULL)
		put_counts(report, "calls", row->calls, printer);
	put_bounds(report, row, mnemonics[number], printer);
	put_remarks(row, l->remarks[number], printer);
	if (next < l->n && l->list[next].parent == number) {
		printer_print(printer, ", \"loops\": [");
		while (next < l->n && l->list[next].parent == number) {
			printer_print(
			    printer, next == number + 1 ? "\n  " : ",\n  ");
			next = put_loop(report, next, mnemonics, printer);
		}
		printer_print(printer, "]");
	}
	printer_print(printer, "}");
	return next;
}

void
json_loops(const struct report *report, struct printer *printer)
{
	const struct loop_list *l = &report->loops;
	char **mnemonics;

	if (!report->options->loops.is_wanted)
		return;
	mnemonics = loop_mnemonics(report);
	printer_print(printer, "\"loops\": [");
	for (size_t i = 0; i < l->n;) {
		printer_print(printer, i > 0 ? ",\n " : "\n ");
		i = put_loop(report, i, mnemonics, printer);
	}
	loop_mnemonics_free(mnemonics, l->n);
	printer_print(printer, "\n],\n\"hidden_loops\": %zu", l->nothers);
	put_counts(report, "outside_of_loops", l->outside, printer);
	printer_print(printer, ",\n");
}
