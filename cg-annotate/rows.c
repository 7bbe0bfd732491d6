/* SPDX-License-Identifier: BSD-2-Clause */
/* What is kept of the profile's rows: functions, calls, lines of files. */
#include "libcli/cli.h"
#include "libquery/inclusive.h"
#include "report.h"

/* a cost or a call of one line of a file, whatever the function */
static void
keep_line(struct report *report, struct cg_record row)
{
	if (row.kind != CG_COSTS && row.kind != CG_CALL)
		return;
	row.object = row.function = "";
	row.def_file = row.file;
	row.address = row.target.address = 0;
	row.target.line = 0;
	if (cg_profile_add(report->lines, &row) < 0)
		cli_die("%s", report->error.text);
}

/* all rows of a function that follow one another have the same pointers */
static void
keep_name(struct report *report, const struct cg_record *row)
{
	struct cg_record *last = &report->last_name;
	struct cg_record name = {
	    .kind = CG_COSTS,
	    .object = row->object,
	    .def_file = row->def_file,
	    .file = row->def_file,
	    .function = row->function,
	};
	struct cg_row found;

	if (row->kind != CG_COSTS && row->kind != CG_CALL)
		return;
	if (last->function == row->function &&
	    last->def_file == row->def_file && last->object == row->object)
		return;
	*last = name;
	if (cg_profile_row(report->names, &name, &found) < 0)
		cli_die("%s", report->error.text);
}

static bool
wants_lines(const struct report *report)
{
	return report->annotate || report->user_files.n > 0;
}

static void
keep(struct report *report, struct cg_record row)
{
	bool wants_calls =
	    report->inclusive || report->callers || report->callees;

	if (wants_lines(report))
		keep_line(report, row);
	if (report->names != NULL)
		keep_name(report, &row);
	/* the lines of each file are a function of their own */
	if (!report->inclusive)
		row.def_file = row.file;
	if (row.kind == CG_COSTS || wants_calls)
		callgraph_add(&report->graph, &row);
}

static void
keep_names(struct report *report)
{
	report->names = cg_profile_new(1, &report->error);
	if (report->names == NULL)
		cli_die("%s", report->error.text);
}

void
report_load(struct report *report, struct cg_reader *reader)
{
	size_t nevents = report->header.nevents;
	struct cg_record row;
	int got;

	callgraph_init(&report->graph, nevents);
	report->lines = cg_profile_new(nevents, &report->error);
	if (report->lines == NULL)
		cli_die("%s", report->error.text);
	if (!wants_lines(report))
		cg_reader_set(reader, CG_MERGE_LINES);
	else if (report->header.format == CG_CALLGRIND)
		keep_names(report);
	while ((got = cg_reader_next(reader, &row)) == 1)
		keep(report, row);
	if (got < 0 || cg_profile_sort(report->lines) < 0)
		partial_die(&report->error);
	partials_take(&report->partials, reader, report->header.events[0].name);
	partials_describe(&report->partials, &report->header);
	if (report->names != NULL)
		function_index_init(&report->index, report->names);
	callgraph_complete(&report->graph);
	if (report->inclusive)
		inclusive_compute(&report->graph);
	cg_header_take_part(&report->header, cg_reader_header(reader));
	report->cells.total = cg_reader_summary(reader);
	report->calculated = report->cells.total == NULL;
	if (report->calculated)
		report->cells.total = cg_reader_totals(reader);
}
