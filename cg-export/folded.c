/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folded stacks, as flame graph programs read them.  Frames are separated by
 * semicolons, so a semicolon in a name (Rust's "[u8; 4]") becomes a colon, as
 * in other programs that write the format.  Negative counts are refused,
 * because a frame cannot have a negative width.  As there, "_[i]" after a name
 * says that it is inlined into the frame before it.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "libquery/level.h"
#include "libquery/windows_path.h"
#include "deep_stacks.h"
#include "folded.h"

static void
put_frame(struct printer *printer, const char *name, size_t len)
{
	printer_replace(printer, name, len, ';', ":");
}

/* Prints the counts after a stack. */
static void
put_counts(struct printer *printer, const int64_t *counts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printer_print(printer, " %lld", (long long)counts[i]);
	printer_print(printer, "\n");
}

/* Prints "dir;base;"; a name that is no path stands for both. */
static void
put_path(struct printer *printer, const char *path)
{
	const char *slash = path_last_separator(path);
	const char *base = slash != NULL ? slash + 1 : path;
	bool is_path =
	    strcmp(path, cg_unknown_name) != 0 && !cg_is_filtered(path);

	if (slash != NULL)
		put_frame(
		    printer, path, slash == path ? 1 : (size_t)(slash - path));
	else if (is_path)
		printer_print(printer, ".");
	else
		printer_bytes(printer, path, strlen(path));
	printer_print(printer, ";");
	put_frame(printer, base, strlen(base));
	printer_print(printer, ";");
}

void
folded_print_functions(const struct ranked_rows *rows,
    const struct stack_events *events, struct printer *printer)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct ranked_row *row = &rows->list[i];
		int64_t shown[2];

		for (size_t e = 0; e < events->n; e++) {
			shown[e] = row->counts[events->list[e]];
			if (shown[e] < 0)
				cli_die("--to=folded: expected no negative "
					"count, found %lld of %s:%s",
				    (long long)shown[e], row->file,
				    row->function);
		}
		if (are_zero(shown, events->n))
			continue;
		put_path(printer, row->file);
		put_frame(printer, row->function, strlen(row->function));
		put_counts(printer, shown, events->n);
	}
}

/* --- stacks of calls ------------------------------------------------------ */

static void
put_stack(struct printer *printer, const struct stack_tree *t,
    const size_t *path, size_t depth)
{
	for (size_t i = 0; i < depth; i++) {
		const struct stack_frame *frame =
		    &t->frames[t->nodes[path[i]].frame];

		printer_print(printer, i > 0 ? ";" : "");
		put_frame(printer, frame->label, strlen(frame->label));
		if (frame->is_inlined)
			printer_print(printer, "_[i]");
	}
	put_counts(printer, t->self + path[depth - 1] * t->nevents, t->nevents);
}

void
folded_print_stacks(const struct stack_tree *t, struct printer *printer)
{
	size_t *path = NULL; /* of a node: below the root, to itself */
	size_t npath = 0;

	for (size_t i = stack_tree_next(t, 0); i != NO_STACK_NODE;
	     i = stack_tree_next(t, i)) {
		size_t depth = t->nodes[i].depth;

		/* a node is at most one level deeper than the one before it */
		if (depth > npath)
			path = cli_grow(path, npath++, sizeof(*path));
		path[depth - 1] = i;
		if (!are_zero(t->self + i * t->nevents, t->nevents))
			put_stack(printer, t, path, depth);
	}
	if (!are_zero(t->self, t->nevents)) {
		printer_print(printer, "%s", cg_filtered);
		put_counts(printer, t->self, t->nevents);
	}
	free(path);
}

/* --- the profile ---------------------------------------------------------- */

/* what is read of a profile */
struct folded_costs {
	const char *path;
	struct profile_series profile;
	struct cg_profile *functions; /* with their own costs */
	struct cg_record last;        /* that was added to them */
	int64_t *last_counts;         /* of its function; NULL: none was */
	bool has_calls;               /* of functions, not of data */
	struct deep_stacks deep;      /* with CG_CONTEXTS */
	struct counted counted;       /* likewise */
	struct callgraph graph; /* with --inclusive, instead of functions */
};

/* Finds the counts of a row's function.  What was inlined counts for its own file. */
static void
find_function(struct folded_costs *c, const struct cg_record *record)
{
	struct rollup functions = {.level = LEVEL_FUNCTION};
	struct cg_record row = *record;
	struct cg_row found;

	place_unnamed(&row);
	cg_record_flatten(&row);
	rollup_apply(&functions, &row);
	if (cg_profile_row(c->functions, &row, &found) < 0)
		partial_die(&c->profile.error);
	c->last = *record;
	c->last_counts = found.counts;
}

static void
add_to_function(struct folded_costs *c, const struct cg_record *record)
{
	const struct cg_header *header = &c->profile.header;
	size_t fitting;

	/* in consecutive rows, equal pointers mean equal names */
	if (c->last_counts == NULL || record->file != c->last.file ||
	    record->function != c->last.function ||
	    record->object != c->last.object)
		find_function(c, record);
	fitting =
	    cg_counts_add(c->last_counts, record->counts, header->nevents);
	if (fitting < header->nevents)
		cli_die("%s: the sum of %s of %s:%s does not fit in 64 bits",
		    c->path, header->events[fitting].name, record->file,
		    record->function);
}

/* Stacks do not say if a number of calls is an estimate, so a pair of functions needs
 * no second row of calls for one. */
static void
add_to_graph(struct folded_costs *c, const struct cg_record *record)
{
	struct cg_record row = *record;

	if (row.target.inlined == CG_INLINED_ESTIMATE)
		row.target.inlined = CG_INLINED;
	callgraph_add(&c->graph, &row);
}

static void
read_costs(struct folded_costs *c, const struct request *r)
{
	const struct cg_header *header;
	struct cg_reader *reader;
	struct cg_record record;
	bool counts_stacks;
	int got;

	*c = (struct folded_costs){.path = r->path,
	    .profile = {.partial = r->accepts_damage, .hint = ""}};
	reader = profile_series_open(&c->profile, r->path,
	    CG_MERGE_LINES | (r->by_function ? 0 : CG_CONTEXTS));
	header = &c->profile.header;
	if (r->inclusive && header->format == CG_CACHEGRIND)
		cli_die("%s: expected a profile with calls, as cg-collect "
			"--calls records it, for --inclusive, found one in "
			"Cachegrind's format",
		    r->path);
	c->functions = cg_profile_new(header->nevents, &c->profile.error);
	if (c->functions == NULL)
		partial_die(&c->profile.error);
	counts_stacks = !r->by_function && header->format != CG_CACHEGRIND;
	deep_stacks_init(&c->deep);
	counted_init(&c->counted, header->nevents);
	callgraph_init(&c->graph, header);
	while ((got = cg_reader_next(reader, &record)) == 1) {
		if (counts_stacks) {
			record.context =
			    deep_stacks_cut(&c->deep, record.context);
			counted_add(&c->counted, &record);
		}
		c->has_calls |=
		    record.kind == CG_CALL && !cg_is_data(record.object);
		if (r->inclusive)
			add_to_graph(c, &record);
		else if (record.kind == CG_COSTS && !c->counted.has_stacks)
			add_to_function(c, &record);
	}
	if (got < 0 || cg_profile_sort(c->functions) < 0)
		partial_die(&c->profile.error);
	profile_series_take(&c->profile, reader);
}

/* Chooses the event that decides the order or, with --keep-sides, its two sides. */
static struct stack_events
choose_events(const struct request *r)
{
	const struct cg_header header = {
	    .nevents = r->projection.n, .events = r->projection.events};
	static const char *const sides[] = {"old", "new"};
	struct stack_events events = {1, {r->ranking.event}};

	for (size_t i = 0; r->keeps_sides && i < 2; i++) {
		int side = events_side(&header, r->ranking.event, sides[i]);

		if (side < 0)
			cli_die("--keep-sides: expected the event %s@%s, as "
				"cg-diff --keep-sides adds it, found none",
			    header.events[r->ranking.event].name, sides[i]);
		events.list[i] = (size_t)side;
		events.n = i + 1;
	}
	return events;
}

static void
print_stacks(struct folded_costs *c, struct request *r,
    const struct stack_events *events, struct printer *printer)
{
	struct stack_tree tree;

	call_stacks_demand_sense(&r->ranking);
	if (c->counted.has_stacks) {
		deep_stacks_warn(&c->deep);
		call_stacks_take(&tree, &c->counted, r, events);
	} else {
		callgraph_complete(&c->graph);
		call_stacks_estimate(&tree, &c->graph, r, events);
	}
	folded_print_stacks(&tree, printer);
	stack_tree_release(&tree);
}

/* Says so if lines are not the stacks that a profile with calls lets people expect. */
static void
warn_of_functions(const struct folded_costs *c, const struct request *r)
{
	if (c->has_calls && !r->by_function)
		cli_warn("%s: no stacks were counted: each line is a "
			 "directory, a file and a function (--inclusive "
			 "estimates stacks, cg-collect --stacks counts them)",
		    c->path);
}

void
folded_write(struct request *r)
{
	struct folded_costs c;
	struct stack_events events;
	struct ranked_rows rows;
	struct printer printer;

	read_costs(&c, r);
	request_resolve(r, &c.profile, c.functions);
	events = choose_events(r);
	printer_open(&printer, &r->output, COLOR_NEVER);
	if (r->inclusive || c.counted.has_stacks) {
		print_stacks(&c, r, &events, &printer);
	} else {
		warn_of_functions(&c, r);
		ranked_rows_make(&rows, c.functions,
		    cg_reader_totals(c.profile.first), &r->projection,
		    &r->ranking);
		folded_print_functions(&rows, &events, &printer);
		ranked_rows_release(&rows);
	}
	printer_close(&printer);
	cg_profile_free(c.functions);
	counted_release(&c.counted);
	deep_stacks_release(&c.deep);
	callgraph_release(&c.graph);
	profile_series_release(&c.profile);
}
