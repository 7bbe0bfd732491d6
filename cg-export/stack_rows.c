/* SPDX-License-Identifier: BSD-2-Clause */
/* An estimate needs all rows and calls, so these are kept until it is known if a row
 * has a stack. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "libquery/stacks/folded_frames.h"
#include "stack_rows.h"

static struct cg_profile *
new_profile(struct stack_rows *s)
{
	const struct cg_header *header = &s->profile.header;
	struct cg_profile *rows =
	    cg_profile_new(header->nevents, &s->profile.error);

	if (rows == NULL)
		partial_die(&s->profile.error);
	cg_profile_name_events(rows, header->events);
	return rows;
}

/* Adds a row to the line of its function, host and stack. */
static void
add_line(void *arg, const struct cg_record *record)
{
	struct stack_rows *s = arg;
	struct cg_record row = *record;

	cg_record_flatten(&row);
	if (record->host != NULL) {
		row.def_file = record->def_file;
		row.host_file = record->host_file;
		row.host = record->host;
	}
	row.context = record->context;
	row.present = NULL;
	if (cg_profile_add(s->rows, &row) < 0)
		partial_die(&s->profile.error);
}

/* Adds a row for what is folded in or below the context of the row. */
static int
add_folded(
    struct stack_rows *s, struct cg_profile *whole, const struct cg_record *row)
{
	const struct cg_context frame = folded_frame(row->context);
	struct cg_record own = *row, folded = context_map_row(&frame);
	size_t n = s->profile.header.nevents;

	folded.context = cg_contexts_add(s->folded, &frame);
	folded.counts = row->counts;
	if (folded.context == NULL)
		return -1;
	if (s->rest == NULL)
		s->rest = cli_alloc(n, sizeof(*s->rest));
	folded_subtract(s->rest, row, n);
	own.kind = CG_COSTS;
	return cg_profile_add(
	    whole, row->kind == CG_FOLDED_OWN ? &own : &folded);
}

/* Adds the rows without a context to the rest, or else as one row what is in no
 * folded stack. */
static void
add_rest(struct stack_rows *s, const struct cg_profile *whole)
{
	size_t n = s->profile.header.nevents;
	const struct cg_context frame = rest_frame();
	struct cg_record row = context_map_row(&frame), other;

	row.counts = s->rest;
	for (size_t i = 0; i < cg_profile_len(whole); i++) {
		cg_profile_at(whole, i, &other);
		if (other.kind == CG_COSTS && other.context == NULL &&
		    cg_counts_add(s->rest, other.counts, n) < n)
			cli_die("the cost of functions without callers does "
				"not fit in 64 bits");
	}
	if (!are_zero(s->rest, n))
		add_line(s, &row);
}

/* Adds the lines with an estimate of their stacks, if there are calls; else as they
 * are. */
static void
add_lines(struct stack_rows *s, struct cg_profile *whole,
    struct callgraph *graph, bool has_stacks)
{
	struct cg_record row;
	char *why = NULL;

	if (cg_profile_sort(whole) < 0)
		partial_die(&s->profile.error);
	if (!has_stacks) {
		callgraph_complete(graph);
		if (graph->ncalls > 0)
			why = estimated_make(
			    &s->estimated, whole, graph, add_line, s);
	}
	if (why != NULL)
		cli_warn("there are no stacks: %s", why);
	free(why);
	for (size_t i = 0;
	     s->estimated.contexts == NULL && i < cg_profile_len(whole); i++) {
		cg_profile_at(whole, i, &row);
		if (row.kind != CG_COSTS ||
		    (s->rest != NULL && row.context == NULL))
			continue;
		row.context = deep_stacks_cut(&s->deep, row.context);
		add_line(s, &row);
	}
	if (s->rest != NULL)
		add_rest(s, whole);
}

/* Reads a profile with calls. */
static int
read_calls(struct stack_rows *s, struct cg_reader *reader)
{
	struct cg_profile *whole = new_profile(s);
	struct callgraph graph;
	struct cg_record row;
	bool has_stacks = false;
	int got;

	callgraph_init(&graph, &s->profile.header);
	while ((got = cg_reader_next(reader, &row)) == 1) {
		has_stacks |= row.context != NULL;
		/* no stack says if a number of calls is an estimate */
		if (row.target.inlined == CG_INLINED_ESTIMATE)
			row.target.inlined = CG_INLINED;
		if (cg_is_folded(row.kind) && add_folded(s, whole, &row) < 0)
			return -1;
		if (row.kind != CG_COSTS && row.kind != CG_CALL)
			continue;
		callgraph_add(&graph, &row);
		if ((row.kind == CG_CALL &&
			inline_chains_add(&s->chains, &row) < 0) ||
		    cg_profile_add(whole, &row) < 0)
			return -1;
	}
	if (got == 0)
		add_lines(s, whole, &graph, has_stacks);
	callgraph_release(&graph);
	cg_profile_free(whole);
	return got;
}

void
stack_rows_read(struct stack_rows *s, const char *path, bool accepts_damage)
{
	struct cg_reader *reader;
	struct cg_record row;
	int got;

	*s = (struct stack_rows){
	    .profile = {.partial = accepts_damage, .hint = ""}};
	reader = profile_series_open(&s->profile, path, CG_CONTEXTS);
	s->rows = new_profile(s);
	s->folded = cg_contexts_new(&s->profile.error);
	if (s->folded == NULL)
		partial_die(&s->profile.error);
	deep_stacks_init(&s->deep);
	if (inline_chains_init(
		&s->chains, s->profile.header.nevents, &s->profile.error) < 0)
		partial_die(&s->profile.error);
	if (s->profile.header.format == CG_CACHEGRIND)
		while ((got = cg_reader_next(reader, &row)) == 1)
			add_line(s, &row);
	else
		got = read_calls(s, reader);
	if (got < 0 || cg_profile_sort(s->rows) < 0 ||
	    inline_chains_complete(&s->chains) < 0)
		partial_die(&s->profile.error);
	profile_series_take(&s->profile, reader);
}

void
stack_rows_release(struct stack_rows *s)
{
	cg_profile_free(s->rows);
	inline_chains_release(&s->chains);
	deep_stacks_release(&s->deep);
	cg_contexts_free(s->folded);
	free(s->rest);
	estimated_release(&s->estimated);
	profile_series_release(&s->profile);
}
