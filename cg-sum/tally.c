/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows of a function come together, so most rows go where the one before went:
 * a rolled-up row is only looked for when the names change.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events.h"
#include "libquery/inclusive.h"
#include "tally.h"

size_t
aggregate_blocks(const struct aggregate *aggregate)
{
	return aggregate->inclusive ? 2 : 1;
}

/* --- rolled-up rows ------------------------------------------------------- */

static void
start(struct tally *t, struct cg_reader *reader)
{
	t->first = reader;
	t->header = cg_reader_header(reader);
	t->totals =
	    cli_alloc(t->inputs->n * t->header->nevents, sizeof(*t->totals));
	for (size_t i = 0; i < t->nrollups; i++) {
		t->aggregates[i].rows = cg_profile_new(
		    t->inputs->n * aggregate_blocks(&t->aggregates[i]) *
			t->header->nevents,
		    &t->error);
		if (t->aggregates[i].rows == NULL)
			partial_die(&t->error);
	}
}

/* the counts of the input in the rolled-up row of the folded record */
static int
find_counts(
    struct tally *t, struct aggregate *r, const struct cg_record *folded)
{
	struct cg_row row;

	if (cg_profile_row(r->rows, folded, &row) < 0)
		return -1;
	r->counts =
	    row.counts + t->nread * aggregate_blocks(r) * t->header->nevents;
	return 0;
}

/* the rolled-up row for a record that is not like the last */
static int
find_row(struct tally *t, struct aggregate *r, const struct cg_record *record)
{
	struct cg_record folded = *record;

	if (r->by_object && !cg_is_filtered(folded.file))
		folded.file =
		    *record->object != '\0' ? record->object : cg_unknown_name;
	cg_record_flatten(&folded);
	rollup_apply(&r->rollup, &folded);
	if (r->by_line)
		folded.function = "";
	r->last = *record;
	return find_counts(t, r, &folded);
}

static void
add_counts(const struct tally *t, const struct cg_record *record, int64_t *to,
    const int64_t *counts)
{
	size_t n = t->header->nevents, fitting = cg_counts_add(to, counts, n);

	if (fitting < n)
		cli_die("%s: the sum of %s of %s:%s does not fit in 64 bits",
		    t->inputs->paths[t->nread], t->header->events[fitting].name,
		    record->file, record->function);
}

static int
add_row(struct tally *t, struct aggregate *r, const struct cg_record *record)
{
	/* of rows that follow one another, equal pointers mean equal names */
	bool same = record->file == r->last.file &&
		    record->function == r->last.function &&
		    (!r->by_line || record->line == r->last.line) &&
		    (!r->by_object || record->object == r->last.object);

	if (!same && find_row(t, r, record) < 0)
		return -1;
	add_counts(t, record, r->counts, record->counts);
	return 0;
}

/* --- inclusive costs ------------------------------------------------------ */

/* a row for each function of the graph, which is then released */
static int
add_functions(struct tally *t, struct aggregate *r)
{
	struct callgraph *graph = &r->graph;

	callgraph_complete(graph);
	inclusive_compute(graph);
	for (size_t i = 0; i < graph->nfunctions; i++) {
		struct cg_record row;

		callgraph_function(graph, i, false, &row);
		if (find_counts(t, r, &row) < 0)
			return -1;
		add_counts(t, &row, r->counts, row.counts);
		callgraph_function(graph, i, true, &row);
		add_counts(t, &row, r->counts + graph->nevents, row.counts);
	}
	callgraph_release(graph);
	return 0;
}

/* functions of the same file and name are one, whatever their objects */
static void
add_to_graph(struct aggregate *r, struct cg_record record)
{
	record.object = record.target.object = "";
	callgraph_add(&r->graph, &record);
}

/* --- reading -------------------------------------------------------------- */

static int
take_record(
    struct tally *t, struct aggregate *r, const struct cg_record *record)
{
	if (r->inclusive)
		add_to_graph(r, *record);
	else if (record->kind == CG_COSTS)
		return add_row(t, r, record);
	return 0;
}

static int
read_rows(struct tally *t, struct cg_reader *reader)
{
	struct cg_record record;
	int got;

	for (size_t i = 0; i < t->nrollups; i++) {
		t->aggregates[i].last.file = NULL;
		if (t->aggregates[i].inclusive)
			callgraph_init(
			    &t->aggregates[i].graph, t->header->nevents);
	}
	while ((got = cg_reader_next(reader, &record)) == 1)
		for (size_t i = 0; i < t->nrollups; i++)
			if (take_record(t, &t->aggregates[i], &record) < 0)
				return -1;
	for (size_t i = 0; got == 0 && i < t->nrollups; i++)
		if (t->aggregates[i].inclusive &&
		    add_functions(t, &t->aggregates[i]) < 0)
			return -1;
	return got;
}

/* inclusive costs are made of calls */
static void
demand_calls(const struct tally *t, const struct cg_reader *reader)
{
	for (size_t i = 0; i < t->nrollups; i++)
		if (t->aggregates[i].inclusive &&
		    cg_reader_header(reader)->format == CG_CACHEGRIND)
			cli_die("%s: expected a profile with calls, for "
				"--inclusive, found one in Cachegrind's "
				"format",
			    t->inputs->paths[t->nread]);
}

static void
keep_totals(struct tally *t, struct cg_reader *reader)
{
	const int64_t *totals = cg_reader_totals(reader);

	for (size_t i = 0; i < t->header->nevents; i++)
		t->totals[t->nread * t->header->nevents + i] = totals[i];
}

static void
read_input(struct tally *t)
{
	const char *path = t->inputs->paths[t->nread];
	struct cg_reader *reader = cg_reader_open(path, &t->error);

	if (reader == NULL)
		partial_die(&t->error);
	demand_calls(t, reader);
	if (t->first == NULL)
		start(t, reader);
	else
		events_demand_same(t->header, t->inputs->paths[0],
		    cg_reader_header(reader), path, "");
	if (reader != t->first &&
	    cg_reader_select_events(
		reader, t->header->events, t->header->nevents) < 0)
		partial_die(&t->error);
	if (t->is_partial)
		cg_reader_set(reader, CG_ACCEPT_DAMAGE);
	if (read_rows(t, reader) < 0)
		partial_die(&t->error);
	partials_inherit(&t->partials, cg_reader_header(reader));
	partials_take(&t->partials, reader, t->header->events[0].name);
	keep_totals(t, reader);
	if (reader != t->first)
		cg_reader_close(reader);
}

void
tally_read(struct tally *t)
{
	t->names = cli_alloc(t->inputs->n, sizeof(*t->names));
	for (size_t i = 0; i < t->inputs->n; i++)
		t->names[i] = inputs_name(t->inputs, i);
	for (t->nread = 0; t->nread < t->inputs->n; t->nread++)
		read_input(t);
	for (size_t i = 0; i < t->nrollups; i++)
		if (cg_profile_sort(t->aggregates[i].rows) < 0)
			partial_die(&t->error);
}

void
tally_release(struct tally *t)
{
	for (size_t i = 0; i < t->nrollups; i++) {
		cg_profile_free(t->aggregates[i].rows);
		rollup_release(&t->aggregates[i].rollup);
	}
	for (size_t i = 0; i < t->inputs->n; i++)
		free(t->names[i]);
	free(t->names);
	cg_reader_close(t->first);
	partials_release(&t->partials);
	free(t->totals);
}
