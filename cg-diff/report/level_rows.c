/* SPDX-License-Identifier: BSD-2-Clause */
/* Each profile is added up by itself; then both are walked together. */
#include <stdlib.h>

#include "level_rows.h"
#include "libcli/cli.h"
#include "libquery/calls/callgraph.h"
#include "libquery/header/recursion_levels.h"
#include "libquery/level.h"

static struct cg_profile *
new_profile(size_t nevents, struct cg_error *error)
{
	struct cg_profile *profile = cg_profile_new(nevents, error);

	if (profile == NULL)
		cli_die("%s", error->text);
	return profile;
}

/* Adds a row, with the path of the profile in front of an error. */
static void
add(const struct side *s, struct cg_profile *to, const struct cg_record *row,
    const struct cg_error *error)
{
	if (cg_profile_add(to, row) < 0)
		cli_die("%s: %s", s->path, error->text);
}

/* --- functions and files -------------------------------------------------- */

/* Makes of a row the row of its function, in all objects if it has a name. */
static bool
to_function(struct cg_record *row)
{
	row->file = row->def_file;
	row->line = 0;
	place_unnamed(row);
	return cg_record_flatten(row);
}

static bool
to_file(struct cg_record *row)
{
	row->function = "";
	row->line = 0;
	return cg_record_flatten(row);
}

static bool
to_object(struct cg_record *row)
{
	if (!cg_is_filtered(row->file))
		row->file =
		    *row->object != '\0' ? row->object : cg_unknown_name;
	return to_file(row);
}

/* Keeps the line, and the file that defines the function. */
static bool
to_line(struct cg_record *row)
{
	row->object = "";
	row->host = row->host_file = NULL;
	row->context = NULL;
	row->region = NULL;
	return row->kind == CG_COSTS;
}

static struct cg_profile *
add_up(const struct side *s, const struct cg_profile *from,
    bool (*simplify)(struct cg_record *row), struct cg_error *error)
{
	struct cg_profile *to = new_profile(s->header->nevents, error);
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(from); i++) {
		cg_profile_at(from, i, &row);
		if (simplify(&row))
			add(s, to, &row, error);
	}
	return to;
}

/* --- inclusive costs ------------------------------------------------------ */

static void
build_graph(struct callgraph *graph, const struct side *s)
{
	struct cg_record row;

	if (cg_reader_header(s->reader)->format == CG_CACHEGRIND)
		cli_die("%s: expected a profile with calls, as cg-collect "
			"--calls records it, for --inclusive, found one in "
			"Cachegrind's format",
		    s->path);
	callgraph_init(graph, s->header);
	graph->last_level = recursion_levels_in(cg_reader_header(s->reader));
	for (size_t i = 0; i < cg_profile_len(s->rows); i++) {
		cg_profile_at(s->rows, i, &row);
		if (row.target.inlined == CG_INLINED_ESTIMATE)
			row.target.inlined = CG_INLINED;
		callgraph_add(graph, &row);
	}
	callgraph_complete(graph);
	inclusive_compute(graph);
	callgraph_join_inlined(graph);
}

static struct cg_profile *
inclusive_functions(const struct side *s, struct cg_error *error)
{
	struct cg_profile *to = new_profile(s->header->nevents, error);
	struct callgraph graph;
	struct cg_record row;

	build_graph(&graph, s);
	for (size_t i = 0; i < graph.nfunctions; i++) {
		char *name;

		callgraph_function(&graph, i, true, &row);
		name = callgraph_unique_name(&graph, &row);
		row.function = name;
		if (to_function(&row))
			add(s, to, &row, error);
		free(name);
	}
	callgraph_release(&graph);
	return to;
}

/* --- pairs ---------------------------------------------------------------- */

/* Makes the rows of one side.  Regions are added up while the profile is read. */
static struct cg_profile *
roll_up(const struct side *s, enum limit_scope level, bool inclusive,
    struct cg_error *error)
{
	if (level == LIMIT_REGION)
		return s->regions.rows;
	if (level == LIMIT_FILE)
		return add_up(
		    s, s->files != NULL ? s->files : s->rows, to_file, error);
	return inclusive ? inclusive_functions(s, error)
			 : add_up(s, s->rows, to_function, error);
}

static void
begin_pairs(struct level_rows *rows)
{
	if (cg_profile_sort(rows->old) < 0 || cg_profile_sort(rows->new) < 0)
		cli_die("%s", rows->error.text);
	rows->zeros = cli_alloc(
	    region_sums_width(rows->header->nevents), sizeof(*rows->zeros));
	rows->pairs = (struct pairs){.old.profile = rows->old,
	    .new.profile = rows->new,
	    .zeros = rows->zeros};
}

void
level_rows_make(struct level_rows *rows, const struct side *old,
    const struct side *new, enum limit_scope level, bool inclusive)
{
	*rows = (struct level_rows){.header = old->header, .level = level};
	rows->old = roll_up(old, level, inclusive, &rows->error);
	rows->new = roll_up(new, level, inclusive, &rows->error);
	begin_pairs(rows);
}

static void
make_simple(struct level_rows *rows, const struct side *old,
    const struct side *new, bool (*simplify)(struct cg_record *row))
{
	*rows =
	    (struct level_rows){.header = old->header, .level = LIMIT_FUNCTION};
	rows->old = add_up(old, old->rows, simplify, &rows->error);
	rows->new = add_up(new, new->rows, simplify, &rows->error);
	begin_pairs(rows);
}

void
level_rows_of_objects(
    struct level_rows *rows, const struct side *old, const struct side *new)
{
	make_simple(rows, old, new, to_object);
}

void
level_rows_of_lines(
    struct level_rows *rows, const struct side *old, const struct side *new)
{
	make_simple(rows, old, new, to_line);
}

bool
level_rows_next(struct level_rows *rows, struct level_pair *pair)
{
	size_t nevents = rows->header->nevents;
	struct pair both;

	if (pairs_next(&rows->pairs, &both) != SORTED_ROWS_NEXT)
		return false;
	*pair = (struct level_pair){
	    .row = both.new, .old = both.old.counts, .new = both.new.counts};
	if (rows->level == LIMIT_REGION) {
		pair->old_entries = pair->old[2 * nevents];
		pair->new_entries = pair->new[2 * nevents];
		pair->old += nevents;
		pair->new += nevents;
		pair->row.counts = pair->new;
	}
	return true;
}

__int128
level_scaled(int64_t old, int64_t old_entries, int64_t new_entries)
{
	__int128 cost = (__int128)old * new_entries;
	int64_t half = cost < 0 ? -(old_entries / 2) : old_entries / 2;

	if (old_entries <= 0 || new_entries <= 0)
		return old;
	return (cost + half) / old_entries;
}

void
level_rows_release(struct level_rows *rows)
{
	if (rows->level != LIMIT_REGION) {
		cg_profile_free(rows->old);
		cg_profile_free(rows->new);
	}
	free(rows->zeros);
	free(rows->scaled);
}
