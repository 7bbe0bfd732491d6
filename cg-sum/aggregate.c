/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Most rows of a profile belong to the same function as the row before them, so
 * a grouping looks up its row only when the names change.  Inclusive costs need
 * a whole call graph: it is built for one input at a time.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/command.h"
#include "libquery/header/description.h"
#include "libquery/header/recursion_levels.h"
#include "aggregate.h"

size_t
grouping_blocks(const struct grouping *grouping)
{
	return grouping->inclusive || grouping->by_region ? 2 : 1;
}

size_t
grouping_width(const struct grouping *grouping, size_t nevents)
{
	size_t nblocks = grouping_blocks(grouping);

	return nblocks * nevents + (nblocks - 1);
}

/* --- rows of a grouping --------------------------------------------------- */

/* Finds the current input's counts in the grouping's row for `key`. */
static int
find_counts(
    struct aggregate *a, struct grouping *g, const struct cg_record *key)
{
	struct cg_row row;

	if (cg_profile_row(g->rows, key, &row) < 0)
		return -1;
	g->counts =
	    row.counts + a->nread * grouping_width(g, a->header->nevents);
	return 0;
}

/* Returns "OBJECT+0x1a2b". */
static char *
name_instruction(const struct cg_record *record)
{
	const char *object =
	    *record->object != '\0' ? record->object : cg_unknown_name;

	return record->address != 0
		   ? cli_format("%s+0x%" PRIx64, object, record->address)
		   : cli_format("%s", object);
}

/* Reduces a record to what it is added up by.  Returns NULL, or a name in it that is to
 * be freed. */
static char *
reduce(struct row_key *key, struct cg_record *record)
{
	const struct cg_record row = *record;
	char *instruction;

	if (key->by_object && !cg_is_filtered(row.file))
		record->file =
		    *row.object != '\0' ? row.object : cg_unknown_name;
	else if (key->by_region && !cg_is_filtered(row.file))
		record->file = row.region != NULL ? row.region : region_outside;
	else if (key->rollup.level == LEVEL_FUNCTION)
		place_unnamed(record);
	cg_record_flatten(record);
	rollup_apply(&key->rollup, record);
	if (key->by_line)
		record->function = "";
	if (!key->by_instruction || cg_is_filtered(row.file))
		return NULL;
	instruction = name_instruction(&row);
	record->def_file = record->file;
	record->file = instruction;
	return instruction;
}

/* Returns the name of a record by one key: "a.c:main", "a.c:7" or a file. */
static char *
name_by(struct row_key *key, const struct cg_record *record)
{
	struct cg_record row = *record;
	char *made = reduce(key, &row), *name;

	if (key->by_line)
		name = cli_format("%s:%" PRId64, row.file, row.line);
	else if (key->rollup.level == LEVEL_FUNCTION)
		name = cli_format("%s:%s", row.file, row.function);
	else
		name = cli_format("%s", row.file);
	free(made);
	return name;
}

/* Finds the counts for a record if its names differ from the last one's. */
static int
find_row(
    struct aggregate *a, struct grouping *g, const struct cg_record *record)
{
	struct cg_record row = *record;
	char *made = reduce(&g->key, &row), *outer = NULL;
	int found;

	if (g->has_outer && !cg_is_filtered(row.file))
		row.object = outer = name_by(&g->outer, record);
	g->last = *record;
	found = find_counts(a, g, &row);
	free(outer);
	free(made);
	return found;
}

static void
add_counts(const struct aggregate *a, const struct cg_record *record,
    int64_t *to, const int64_t *counts)
{
	size_t n = a->header->nevents, fitting = cg_counts_add(to, counts, n);

	if (fitting < n)
		cli_die("%s: the sum of %s of %s:%s does not fit in 64 bits",
		    a->inputs->paths[a->nread], a->header->events[fitting].name,
		    record->file, record->function);
}

/* True if the key needs a line, and the records have others, and so on. */
static bool
tells_apart(const struct row_key *key, const struct cg_record *a,
    const struct cg_record *b)
{
	return (key->rollup.level == LEVEL_LINE && a->line != b->line) ||
	       (key->by_instruction && a->address != b->address) ||
	       (key->by_region && a->region != b->region);
}

static int
add_row(struct aggregate *a, struct grouping *g, const struct cg_record *record)
{
	/* in consecutive rows, equal pointers mean equal names */
	bool same =
	    record->file == g->last.file &&
	    record->function == g->last.function &&
	    record->object == g->last.object &&
	    !tells_apart(&g->key, record, &g->last) &&
	    (!g->has_outer || !tells_apart(&g->outer, record, &g->last));

	if (!same && find_row(a, g, record) < 0)
		return -1;
	add_counts(a, record, g->counts, record->counts);
	return 0;
}

/* --- regions -------------------------------------------------------------- */

/* Adds the sums of the input's regions to the rows of the grouping. */
static int
add_regions(struct aggregate *a, struct grouping *g)
{
	struct region_sums *sums = &g->regions;
	size_t width = region_sums_width(a->header->nevents);
	struct cg_record region;

	if (region_sums_end(sums) < 0)
		return -1;
	region_sums_warn(sums);
	for (size_t i = 0; i < cg_profile_len(sums->rows); i++) {
		cg_profile_at(sums->rows, i, &region);
		if (find_counts(a, g, &region) < 0)
			return -1;
		memcpy(g->counts, region.counts, width * sizeof(*g->counts));
	}
	region_sums_release(sums);
	return 0;
}

/* --- data ----------------------------------------------------------------- */

/* Adds the misses on each datum of the input, at all of its sites, and what it
 * allocated.  Data of several objects have different names. */
static int
add_data(struct aggregate *a, struct grouping *g)
{
	struct data_sites *data = &g->data;

	if (data_sites_complete(data) < 0)
		return -1;
	if (data->n == 0)
		cli_warn(
		    "%s: the profile has no data", a->inputs->paths[a->nread]);
	for (size_t i = 0; i < data->n; i++) {
		const struct data_site *site = &data->list[i];
		struct cg_record row = {.kind = CG_COSTS, .object = ""};
		char *name;
		int found;

		if (site->is_field)
			continue;
		name = cli_format("%s%s", site->function,
		    data_object_suffix(site->object, site->function));
		row.def_file = row.file = site->def_file;
		row.function = name;
		found = find_counts(a, g, &row);
		if (found == 0)
			add_counts(a, &row, g->counts, site->counts);
		free(name);
		if (found < 0)
			return -1;
	}
	data_sites_release(data);
	return 0;
}

/* --- functions ------------------------------------------------------------ */

/*
 * Adds a row for each function of the graph, and releases the graph.  Functions of several objects stay apart: in objects without
 * symbols, all functions have the same name, and as one function they would be
 * in a cycle with everything called between them.  What was inlined into several
 * hosts is one row.
 */
static int
add_functions(struct aggregate *a, struct grouping *g)
{
	struct callgraph *graph = &g->graph;

	callgraph_complete(graph);
	inclusive_compute(graph);
	callgraph_count_entries(graph);
	callgraph_join_inlined(graph);
	for (size_t i = 0; i < graph->nfunctions; i++) {
		struct cg_record row, key;
		char *name;
		int found;

		callgraph_function(graph, i, false, &row);
		name = callgraph_unique_name(graph, &row);
		key = row;
		key.function = name;
		place_unnamed(&key);
		key.object = "";
		key.host_file = key.host = NULL;
		found = find_counts(a, g, &key);
		free(name);
		if (found < 0)
			return -1;
		add_counts(a, &row, g->counts, row.counts);
		callgraph_function(graph, i, true, &row);
		add_counts(a, &row, g->counts + graph->nevents, row.counts);
		if (__builtin_add_overflow(g->counts[2 * graph->nevents],
			callgraph_entries(graph, i),
			&g->counts[2 * graph->nevents]))
			cli_die("%s: the number of calls of %s:%s does not fit "
				"in 64 bits",
			    a->inputs->paths[a->nread], row.file, row.function);
	}
	callgraph_release(graph);
	return 0;
}

/* No table says if a number of calls is an estimate, so a pair of functions needs no
 * second row of calls for one. */
static int
add_record(
    struct aggregate *a, struct grouping *g, const struct cg_record *record)
{
	struct cg_record row = *record;

	if (record->kind == CG_ENTRIES && !g->by_region)
		return 0;
	if (g->by_region)
		return region_sums_add(&g->regions, record);
	if (g->by_data)
		return data_sites_add(&g->data, record);
	if (!g->inclusive)
		return record->kind == CG_COSTS ? add_row(a, g, record) : 0;
	if (row.target.inlined == CG_INLINED_ESTIMATE)
		row.target.inlined = CG_INLINED;
	callgraph_add(&g->graph, &row);
	return 0;
}

/* --- reading -------------------------------------------------------------- */

/* Prepares the totals and the groupings for the first input's events. */
static void
start(struct aggregate *a)
{
	a->header = &a->series.header;
	a->totals =
	    cli_alloc(a->inputs->n * a->header->nevents, sizeof(*a->totals));
	a->differences = cli_alloc(a->inputs->n, sizeof(*a->differences));
	for (size_t i = 0; i < a->ngroupings; i++) {
		a->groupings[i].rows = cg_profile_new(
		    a->inputs->n *
			grouping_width(&a->groupings[i], a->header->nevents),
		    &a->series.error);
		if (a->groupings[i].rows == NULL)
			partial_die(&a->series.error);
	}
}

/* Prepares a grouping for the rows of an input. */
static int
start_grouping(
    struct aggregate *a, struct grouping *g, const struct cg_reader *reader)
{
	g->last.file = NULL;
	if (g->inclusive) {
		callgraph_init(&g->graph, a->header);
		g->graph.last_level =
		    recursion_levels_in(cg_reader_header(reader));
	}
	if (g->by_data)
		data_sites_init(&g->data, a->header->nevents, &a->series.error);
	if (g->by_region)
		return region_sums_init(&g->regions, a->inputs->paths[a->nread],
		    a->header, &a->series.error);
	return 0;
}

static int
read_rows(struct aggregate *a, struct cg_reader *reader)
{
	struct cg_record record;
	int got;

	for (size_t i = 0; i < a->ngroupings; i++)
		if (start_grouping(a, &a->groupings[i], reader) < 0)
			return -1;
	while ((got = cg_reader_next(reader, &record)) == 1)
		for (size_t i = 0; i < a->ngroupings; i++)
			if (add_record(a, &a->groupings[i], &record) < 0)
				return -1;
	for (size_t i = 0; got == 0 && i < a->ngroupings; i++) {
		struct grouping *g = &a->groupings[i];

		if ((g->inclusive && add_functions(a, g) < 0) ||
		    (g->by_region && add_regions(a, g) < 0) ||
		    (g->by_data && add_data(a, g) < 0))
			return -1;
	}
	return got;
}

/* Ends the program if inclusive costs are asked of a profile without calls. */
static void
demand_calls(const struct aggregate *a, const struct cg_reader *reader)
{
	for (size_t i = 0; i < a->ngroupings; i++)
		if (a->groupings[i].inclusive &&
		    cg_reader_header(reader)->format == CG_CACHEGRIND)
			cli_die("%s: expected a profile with calls, as "
				"cg-collect --calls records it, for "
				"--inclusive, found one in Cachegrind's "
				"format",
			    a->inputs->paths[a->nread]);
}

/* Ends the program if instructions are asked of a profile without addresses. */
static void
demand_addresses(const struct aggregate *a, const struct cg_reader *reader)
{
	for (size_t i = 0; i < a->ngroupings; i++)
		if ((a->groupings[i].key.by_instruction ||
			a->groupings[i].outer.by_instruction) &&
		    !cg_reader_header(reader)->has_addresses)
			cli_die("%s: expected costs of instructions, for "
				"--by=instr, as cg-collect --calls "
				"--dump-instr=yes records them, found costs "
				"of lines",
			    a->inputs->paths[a->nread]);
}

/* Returns the modes of readers that the groupings need. */
static unsigned int
modes(const struct aggregate *a)
{
	unsigned int all = a->by_process ? CG_STOP_AT_PARTS : 0;

	for (size_t i = 0; i < a->ngroupings; i++)
		if (a->groupings[i].by_region ||
		    a->groupings[i].key.by_region ||
		    a->groupings[i].outer.by_region)
			all |= CG_REGIONS;
	return all;
}

/* Takes the next process, with the totals of the input before it. */
static void
begin_process(struct aggregate *a, const struct cg_reader *reader)
{
	const struct cg_header *h = cg_reader_header(reader);
	const char *cmd = h->cmd != NULL ? h->cmd : "unknown";
	size_t n = a->header->nevents;

	a->processes =
	    cli_grow(a->processes, a->nprocesses, sizeof(*a->processes));
	a->process_totals = cli_resize(a->process_totals,
	    (a->nprocesses + 1) * n, sizeof(*a->process_totals));
	memcpy(a->process_totals + a->nprocesses * n, cg_reader_totals(reader),
	    n * sizeof(*a->process_totals));
	a->processes[a->nprocesses++] = (struct process){
	    .program = command_name(h->cmd),
	    .command = h->pid != NULL ? cli_format("%s %s", h->pid, cmd)
				      : cli_copy(cmd, strlen(cmd)),
	};
}

/* The totals of a reader are of all parts so far. */
static void
end_process(struct aggregate *a, const struct cg_reader *reader)
{
	size_t n = a->header->nevents;
	int64_t *totals = a->process_totals + (a->nprocesses - 1) * n;

	for (size_t i = 0; i < n; i++)
		totals[i] = (int64_t)((uint64_t)cg_reader_totals(reader)[i] -
				      (uint64_t)totals[i]);
}

static void
read_input(struct aggregate *a)
{
	const char *path = a->inputs->paths[a->nread];
	struct cg_reader *reader =
	    profile_series_open(&a->series, path, modes(a));

	demand_calls(a, reader);
	demand_addresses(a, reader);
	if (a->nread == 0)
		start(a);
	a->differences[a->nread] =
	    description_of_difference(cg_reader_header(reader));
	do {
		if (a->by_process)
			begin_process(a, reader);
		if (read_rows(a, reader) < 0)
			partial_die(&a->series.error);
		if (a->by_process)
			end_process(a, reader);
	} while (cg_reader_next_part(reader));
	profile_series_take(&a->series, reader);
	memcpy(a->totals + a->nread * a->header->nevents,
	    cg_reader_totals(reader), a->header->nevents * sizeof(*a->totals));
	profile_series_close(&a->series, reader, path);
}

void
aggregate_read(struct aggregate *a)
{
	a->names = cli_alloc(a->inputs->n, sizeof(*a->names));
	for (size_t i = 0; i < a->inputs->n; i++)
		a->names[i] = inputs_name(a->inputs, i);
	for (a->nread = 0; a->nread < a->inputs->n; a->nread++)
		read_input(a);
	for (size_t i = 0; i < a->ngroupings; i++)
		if (cg_profile_sort(a->groupings[i].rows) < 0)
			partial_die(&a->series.error);
}

void
aggregate_release(struct aggregate *a)
{
	for (size_t i = 0; i < a->ngroupings; i++) {
		cg_profile_free(a->groupings[i].rows);
		rollup_release(&a->groupings[i].key.rollup);
		rollup_release(&a->groupings[i].outer.rollup);
	}
	for (size_t i = 0; i < a->inputs->n; i++)
		free(a->names[i]);
	for (size_t i = 0; i < a->nprocesses; i++) {
		free(a->processes[i].program);
		free(a->processes[i].command);
	}
	free(a->names);
	free(a->processes);
	free(a->process_totals);
	profile_series_release(&a->series);
	free(a->totals);
	free(a->differences);
}
