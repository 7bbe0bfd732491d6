/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps rows of lines without their functions, and separately a row for each
 * function, because calls may go to functions that cost nothing.
 */
#include <string.h>

#include "libquery/calls/callgraph.h"
#include "libquery/data/data_object.h"
#include "libquery/rank.h"
#include "line_costs.h"

int
line_costs_init(struct line_costs *lines, const struct cg_header *header,
    struct derived_events *derived, bool has_calls, struct cg_error *error)
{
	*lines = (struct line_costs){.error = error,
	    .derived = derived,
	    .ncounted = header->nevents,
	    .costs = {.kind = CG_COSTS, .object = "", .function = ""}};
	lines->rows = cg_profile_new(header->nevents, error);
	if (lines->rows == NULL)
		return -1;
	cg_profile_name_events(lines->rows, header->events);
	if (!has_calls)
		return 0;
	lines->functions = cg_profile_new(1, error);
	return lines->functions == NULL ? -1 : 0;
}

/* Rows of one function that follow one another have the same pointers. */
int
line_costs_add_function(struct line_costs *lines, const struct cg_record *row)
{
	struct cg_record *last = &lines->last;
	struct cg_row found;

	if (lines->functions == NULL ||
	    (row->kind != CG_COSTS && row->kind != CG_CALL) ||
	    cg_record_same_function(last, row))
		return 0;
	*last = callgraph_function_of(row);
	return cg_profile_row(lines->functions, last, &found);
}

/* Adds a call of a line. */
static int
add_call(struct line_costs *lines, const struct cg_record *row)
{
	struct cg_record call = *row;

	call.object = call.function = "";
	call.host_file = call.host = NULL;
	call.context = call.target.context = NULL;
	call.def_file = row->file;
	call.address = call.target.address = 0;
	call.target.line = 0;
	return cg_profile_add(lines->rows, &call);
}

/* Adds costs of a line.  Copying the row would take a third of the time that adding it
 * takes. */
static int
add_costs(struct line_costs *lines, const struct cg_record *row)
{
	struct cg_record *costs = &lines->costs;

	costs->def_file = costs->file = row->file;
	costs->line = row->line;
	costs->counts = row->counts;
	costs->present = row->present;
	return cg_profile_add(lines->rows, costs);
}

int
line_costs_add(struct line_costs *lines, const struct cg_record *row)
{
	if (row->kind != CG_COSTS && row->kind != CG_CALL)
		return 0;
	lines->has_numbers |= row->line != 0;
	if ((row->kind == CG_COSTS ? add_costs(lines, row)
				   : add_call(lines, row)) < 0)
		return -1;
	return lines->functions != NULL ? line_costs_add_function(lines, row)
					: 0;
}

/* Adds a row of data to a line, with the datum or field as the target. */
static int
add_datum(struct line_costs *lines, const struct cg_record *row,
    const char *file, int64_t line, enum data_role role)
{
	const struct cg_record note = {
	    .kind = CG_CALL,
	    .object = "",
	    .def_file = file,
	    .file = file,
	    .function = "",
	    .line = line,
	    .counts = row->counts,
	    .present = row->present,
	    .target = {.object = row->object,
		.file = row->def_file,
		.function = row->function,
		.line = role},
	    .executed = row->executed,
	};

	lines->has_numbers |= line != 0;
	return cg_profile_add(lines->rows, &note);
}

int
line_costs_add_site(struct line_costs *lines, const struct cg_record *row)
{
	if (is_data_offset(row->function) ||
	    strstr(row->function, data_partner_begin) != NULL)
		return 0;
	return add_datum(lines, row, row->file, row->line, DATA_HERE);
}

int
line_costs_add_miss(struct line_costs *lines, const struct cg_record *row)
{
	const struct cg_target *to = &row->target;

	if (row->kind != CG_CALL || cg_is_data(to->object))
		return 0;
	return add_datum(lines, row, to->file, to->line, DATA_MISSED);
}

void
line_costs_end_profile(struct line_costs *lines)
{
	lines->last = (struct cg_record){.line = 0};
}

int
line_costs_complete(struct line_costs *lines)
{
	if (lines->rows == NULL)
		return 0;
	if (cg_profile_sort(lines->rows) < 0)
		return -1;
	if (lines->functions == NULL)
		return 0;
	if (cg_profile_sort(lines->functions) < 0)
		return -1;
	function_index_init(&lines->index, lines->functions);
	return 0;
}

struct cg_record
line_costs_at(const struct line_costs *lines, size_t i)
{
	struct cg_record row;

	cg_profile_at(lines->rows, i, &row);
	return row;
}

struct cg_record
line_costs_row(const struct line_costs *lines, size_t i)
{
	struct cg_record row = line_costs_at(lines, i);

	derived_events_apply(lines->derived, &row);
	return row;
}

/* Returns the first row of a file that is not before `file` or, with `after`,
 * that is after it. */
static size_t
search(const struct line_costs *lines, const char *file, bool after)
{
	size_t low = 0, high = cg_profile_len(lines->rows);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(line_costs_at(lines, middle).file, file);

		if (order < 0 || (after && order == 0))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
line_costs_find(const struct line_costs *lines, const char *file, size_t *first,
    size_t *end)
{
	*first = search(lines, file, false);
	*end = search(lines, file, true);
}

struct file_cost
line_costs_of_file(
    const struct line_costs *lines, const char *file, size_t event)
{
	struct file_cost cost = {.sum = 0};
	size_t row, end;

	line_costs_find(lines, file, &row, &end);
	for (; row < end; row++) {
		struct cg_record line = line_costs_at(lines, row);
		int64_t count =
		    derived_events_count(lines->derived, &line, event);
		unsigned __int128 size = size_of_count(count);

		if (line.kind != CG_COSTS)
			continue;
		cost.sum += count;
		if (line.line != 0 && size > cost.largest)
			cost.largest = size;
	}
	return cost;
}

void
line_costs_find_object(const struct line_costs *lines, struct cg_record *call)
{
	struct cg_record callee;
	size_t number;

	if (!function_index_find_callee(&lines->index, call, &number))
		return;
	cg_profile_at(lines->functions, number, &callee);
	call->target.object = callee.object;
}

void
line_costs_release(struct line_costs *lines)
{
	cg_profile_free(lines->rows);
	cg_profile_free(lines->functions);
	function_index_release(&lines->index);
}
