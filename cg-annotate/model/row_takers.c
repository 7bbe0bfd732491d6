/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row of a large profile costs little more than what the stores do with it, because
 * what to do is decided once, before the first row.  If several stores have an error,
 * that of the first one in the list is reported.
 */
#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libquery/header/description.h"
#include "report.h"
#include "row_takers.h"

bool
row_takers_need_lines(const struct report_options *o)
{
	return o->annotate || o->sources.n > 0 || o->functions_of_lines;
}

/* --- takers --------------------------------------------------------------- */

static int
take_stacks(struct report *report, const struct cg_record *row)
{
	call_stacks_take(&report->stacks, row);
	return 0;
}

static int
take_data(struct report *report, const struct cg_record *row)
{
	return data_sites_add(&report->data.sites, row);
}

static int
take_code(struct report *report, const struct cg_record *row)
{
	return code_rows_add(&report->code.rows, row);
}

static int
take_places(struct report *report, const struct cg_record *row)
{
	return inlined_places_add(&report->places, row);
}

static int
take_line(struct report *report, const struct cg_record *row)
{
	return line_costs_add(&report->lines, row);
}

static bool
is_selected(const struct report *report, const struct cg_record *row)
{
	struct selection *selection = report->options->selection;

	return selection == NULL || selection_keeps(selection, row);
}

/* Adds a row of data to its site and to the line that misses on it, as far as they are to
 * be reported. */
static int
add_line_of_data(struct report *report, const struct cg_record *row)
{
	struct line_costs *lines = &report->lines;
	const struct cg_record code = {
	    .kind = CG_COSTS,
	    .object = row->target.object,
	    .def_file = row->target.file,
	    .file = row->target.file,
	    .function = row->target.function,
	};

	/* a difference has no calls */
	if (row->kind != CG_COSTS &&
	    (row->kind != CG_CALL || report->options->diff))
		return 0;
	if (is_selected(report, row)) {
		/* what was allocated is a cost of the line, too */
		if (row->kind == CG_COSTS && line_costs_add(lines, row) < 0)
			return -1;
		if (line_costs_add_site(lines, row) < 0)
			return -1;
	}
	return row->kind == CG_CALL && is_selected(report, &code)
		   ? line_costs_add_miss(lines, row)
		   : 0;
}

/* Adds a row of code to its line if its function is to be reported; else only the
 * function, because lines may call it. */
static int
take_line_if_reported(struct report *report, const struct cg_record *row)
{
	if (is_of_data(row))
		return add_line_of_data(report, row);
	return is_selected(report, row)
		   ? line_costs_add(&report->lines, row)
		   : line_costs_add_function(&report->lines, row);
}

static int
take_function_of_line(struct report *report, const struct cg_record *row)
{
	return is_selected(report, row)
		   ? line_functions_add(&report->line_functions, row)
		   : 0;
}

/* Adds costs to a function, which mostly is the one of the row before. */
static int
take_costs(struct report *report, const struct cg_record *row)
{
	struct callgraph *graph = &report->graph;
	struct cg_record *last = &report->last;

	if (row->kind != CG_COSTS)
		return 0;
	if (cg_record_same_function(last, row) &&
	    (!graph->by_file || last->file == row->file)) {
		callgraph_add_same(graph, row);
	} else {
		callgraph_add(graph, row);
		*last = *row;
	}
	return 0;
}

static int
take_costs_and_calls(struct report *report, const struct cg_record *row)
{
	if (row->kind == CG_CALL)
		callgraph_add(&report->graph, row);
	return take_costs(report, row);
}

/* --- the list ------------------------------------------------------------- */

static void
append(struct report *report,
    int (*take)(struct report *report, const struct cg_record *row))
{
	report->takers.list[report->takers.n++] = take;
}

/* Ends the program if the status of a store is an error. */
static void
demand(const struct report *report, int status)
{
	if (status < 0)
		cli_die("%s", report->error.text);
}

static void
start_lines(struct report *report, bool has_calls)
{
	struct derived_events *derived = &report->profile.derived;
	struct cg_error *error = &report->error;

	if (!row_takers_need_lines(report->options))
		return;
	demand(report,
	    line_costs_init(&report->lines, &report->profile.series.header,
		derived, has_calls, error));
	append(report, has_calls || report->options->selection != NULL
			   ? take_line_if_reported
			   : take_line);
	if (!report->options->functions_of_lines)
		return;
	demand(report, line_functions_init(&report->line_functions,
			   &report->order, derived, error));
	report->line_functions.by_file = report->graph.by_file;
	append(report, take_function_of_line);
}

void
row_takers_init(struct report *report)
{
	const struct report_options *o = report->options;
	struct report_profile *profile = &report->profile;
	size_t nevents = profile->ncounted;
	bool has_calls =
	    profile->header.format == CG_CALLGRIND || o->nothers > 0;

	if (o->stacks && has_calls) {
		call_stacks_init(&report->stacks, nevents,
		    o->diff || description_of_difference(&profile->header));
		append(report, take_stacks);
	}
	if (has_calls) {
		data_sites_init(&report->data.sites, nevents, &report->error);
		append(report, take_data);
	}
	if (o->code.is_wanted || o->loops.is_wanted) {
		code_list_init(&report->code, report);
		append(report, take_code);
	}
	if (has_calls) {
		demand(report,
		    inlined_places_init(&report->places, &report->error));
		append(report, take_places);
	}
	callgraph_init(&report->graph, &profile->series.header);
	report->graph.by_file = !o->inclusive && !o->calls;
	start_lines(report, has_calls);
	append(report,
	    !o->diff && (o->inclusive || o->calls || o->callers || o->callees)
		? take_costs_and_calls
		: take_costs);
}

void
row_takers_take(struct report *report, const struct cg_record *row)
{
	const struct row_takers *takers = &report->takers;

	if (cg_is_folded(row->kind)) {
		take_stacks(report, row);
		return;
	}
	for (size_t i = 0; i < takers->n; i++)
		demand(report, takers->list[i](report, row));
}

void
row_takers_end_profile(struct report *report)
{
	report->last = (struct cg_record){.line = 0};
	call_stacks_end_profile(&report->stacks);
	line_costs_end_profile(&report->lines);
	line_functions_end_profile(&report->line_functions);
}
