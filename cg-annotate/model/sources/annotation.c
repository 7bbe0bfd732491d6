/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Goes through the lines of a source and the rows of its file side by side.
 * Rows are sorted by line; the costs of a line come before its calls.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libquery/rank.h"
#include "annotation.h"

/* Hands out the costs of a row, which live until the next copy. */
static void
copy_costs(struct copied_costs *copy, const struct cg_record *row, size_t n,
    const int64_t **counts, const bool **present)
{
	memcpy(copy->counts, row->counts, n * sizeof(*copy->counts));
	if (row->present != NULL)
		memcpy(copy->present, row->present, n * sizeof(*copy->present));
	*counts = copy->counts;
	*present = row->present != NULL ? copy->present : NULL;
}

/* Returns the first row from row i on that has a cost, or a->end.  In a
 * difference, rows that did not change have none. */
static size_t
skip_zeros(const struct annotation *a, size_t i)
{
	while (i < a->end &&
	       are_zero(line_costs_at(a->costs, i).counts, a->costs->ncounted))
		i++;
	return i;
}

/*
 * Costs of line 0 are handed out separately, and its calls not at all.  If
 * there are lines below 0, the rows of line 0 are also past the end, as in
 * cg_annotate.
 */
void
annotation_begin(struct annotation *a, const struct line_costs *costs,
    const struct sort_order *order, int64_t context, struct annotated_sum *sum)
{
	size_t nevents = order->nevents;

	a->costs = costs;
	a->order = order;
	a->context = context;
	a->sum = sum;
	line_costs_find(costs, a->name, &a->next, &a->end);
	count_range_init(&a->range, nevents);
	a->unknown.counts = cli_alloc(nevents, sizeof(int64_t));
	a->unknown.present = cli_alloc(nevents, sizeof(bool));
	a->last_costs.counts = cli_alloc(nevents, sizeof(int64_t));
	a->last_costs.present = cli_alloc(nevents, sizeof(bool));
	for (size_t i = a->next; i < a->end; i++) {
		struct cg_record row = line_costs_row(costs, i);

		count_range_add(&a->range, row.counts, row.present);
		if (row.line == 0 && row.kind == CG_COSTS)
			copy_costs(&a->unknown, &row, nevents,
			    &a->unknown_counts, &a->unknown_present);
	}
	while (a->next < a->end && line_costs_at(costs, a->next).line == 0)
		a->next++;
	a->has_costs = a->next < a->end || a->unknown_counts != NULL;
	a->stretch = skip_zeros(a, a->next);
}

/* --- costs and calls of a line -------------------------------------------- */

/* True if the next row is of this line and kind. */
static bool
next_is(const struct annotation *a, int64_t line, enum cg_kind kind)
{
	struct cg_record row;

	if (a->next == a->end)
		return false;
	row = line_costs_at(a->costs, a->next);
	return row.line == line && row.kind == kind;
}

static void
release_calls(struct annotation *a)
{
	call_list_release(&a->calls);
	cg_profile_free(a->call_rows);
	a->calls = (struct call_list){.n = 0};
	a->call_rows = NULL;
}

/*
 * Takes the next rows if they are calls of the line.  If a call names no
 * object, it may now go to the same function as another call; then it is added
 * to the other call.
 */
static void
take_calls(struct annotation *a, struct annotated_line *line)
{
	struct cg_error *error = a->costs->error;

	if (!next_is(a, line->number, CG_CALL))
		return;
	a->call_rows = cg_profile_new(a->order->nevents, error);
	if (a->call_rows == NULL)
		cli_die("%s", error->text);
	while (next_is(a, line->number, CG_CALL)) {
		struct cg_record call = line_costs_row(a->costs, a->next++);
		struct cg_record next;

		if (next_is(a, line->number, CG_CALL)) {
			next = line_costs_at(a->costs, a->next);
			if (callgraph_is_estimate_of(&next, &call))
				call.target.inlined = CG_INLINED_ESTIMATE;
		}
		if (!cg_is_data(call.target.object))
			line_costs_find_object(a->costs, &call);
		if (cg_profile_add(a->call_rows, &call) < 0)
			cli_die("%s", error->text);
	}
	if (cg_profile_sort(a->call_rows) < 0)
		cli_die("%s", error->text);
	call_list_rows(&a->calls, a->call_rows, a->order);
	line->calls = a->calls;
}

/* Takes the next row if it has the costs of the line. */
static void
take_costs(struct annotation *a, struct annotated_line *line)
{
	struct cg_record row;

	if (!next_is(a, line->number, CG_COSTS))
		return;
	row = line_costs_row(a->costs, a->next++);
	copy_costs(&a->last_costs, &row, a->order->nevents, &line->counts,
	    &line->present);
}

static void
add_to_sum(struct annotated_sum *sum, const struct annotated_line *line,
    size_t nevents)
{
	for (size_t i = 0; i < nevents; i++) {
		sum->counts[i] += line->counts[i];
		sum->present[i] |= line->present == NULL || line->present[i];
	}
}

/* --- lines of the source -------------------------------------------------- */

/* Adds to a line number of the profile, which may be any number. */
static int64_t
add_lines(int64_t line, int64_t n)
{
	int64_t sum;

	if (__builtin_add_overflow(line, n, &sum))
		return n < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

/*
 * Finds the next stretch of lines to show: rows with a cost, as long as their
 * contexts touch.  Sets its last line and returns its first one.
 */
static int64_t
find_stretch(struct annotation *a, bool is_first)
{
	int64_t context = a->context;
	int64_t line = line_costs_at(a->costs, a->stretch++).line;
	int64_t first = add_lines(line, -context);

	while ((a->stretch = skip_zeros(a, a->stretch)) < a->end) {
		int64_t next = line_costs_at(a->costs, a->stretch).line;

		if (add_lines(add_lines(line, context), context) < next)
			break;
		line = next;
		a->stretch++;
	}
	a->last = add_lines(line, context);
	return is_first && first < 1 ? 1 : first;
}

/* Skips rows before the line that have no cost. */
static void
skip_zeros_before(struct annotation *a, int64_t line)
{
	size_t row = skip_zeros(a, a->next);

	while (a->next < row && line_costs_at(a->costs, a->next).line < line)
		a->next++;
}

/*
 * Goes to the first line of the next stretch.  A stretch of lines below 0 ends
 * before line 1, and so ends the source: as in cg_annotate, all later rows are
 * past the end.
 */
static void
begin_stretch(struct annotation *a, struct annotated_line *line)
{
	int64_t first = find_stretch(a, a->source.line == 0);

	while (a->source.line < first - 1 && source_next(&a->source))
		;
	skip_zeros_before(a, first);
	a->state = a->source.line < a->last ? IN_STRETCH : AFTER_SOURCE;
	line->kind = STRETCH_BEGINS;
	line->number = first;
}

static void
take_line(struct annotation *a, struct annotated_line *line)
{
	line->kind = LINE_OF_SOURCE;
	line->number = a->source.line;
	line->text = a->source.text;
	line->len = a->source.len;
	take_costs(a, line);
	if (line->counts != NULL)
		add_to_sum(a->sum, line, a->order->nevents);
	take_calls(a, line);
}

bool
annotation_next(struct annotation *a, struct annotated_line *line)
{
	*line = (struct annotated_line){.number = 0};
	release_calls(a);
	if (a->state == AT_STRETCH && a->stretch == a->end)
		a->state = AFTER_SOURCE;
	if (a->state == AT_STRETCH) {
		begin_stretch(a, line);
		return true;
	}
	if (a->state == IN_STRETCH && a->source.line == a->last) {
		a->state = AT_STRETCH;
		line->kind = STRETCH_ENDS;
		line->number = a->last;
		return true;
	}
	if (a->state == IN_STRETCH && source_next(&a->source)) {
		take_line(a, line);
		return true;
	}
	a->state = AFTER_SOURCE;
	a->next = skip_zeros(a, a->next);
	if (a->next == a->end)
		return false;
	line->kind = LINE_PAST_END;
	line->number = line_costs_at(a->costs, a->next).line;
	take_costs(a, line);
	take_calls(a, line);
	return true;
}

void
annotation_end(struct annotation *a)
{
	release_calls(a);
	count_range_release(&a->range);
	free(a->unknown.counts);
	free(a->unknown.present);
	free(a->last_costs.counts);
	free(a->last_costs.present);
	source_close(&a->source);
}
