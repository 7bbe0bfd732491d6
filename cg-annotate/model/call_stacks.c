/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "libquery/stacks/folded_match.h"
#include "libquery/stacks/stacks.h"
#include "call_stacks.h"
#include "count_sums.h"
#include "difference.h"

/* An estimate has the stacks that cost this part of any event. */
enum { LEAST_ESTIMATE = 10000 };

void
call_stacks_init(struct call_stacks *s, size_t nevents, bool is_difference)
{
	*s = (struct call_stacks){.is_difference = is_difference};
	counted_init(&s->counted, nevents);
	s->counted.joins_inlined = is_difference;
}

/* --- both sides of a difference ------------------------------------------- */

enum { OLD, NEW };

struct stack_sides {
	struct folded_side sides[2];
	struct cg_error errors[2];
	struct context_map map; /* frames as a difference compares them */
	int64_t *counts;        /* of one row */
	int reading;            /* the side; 2: both were read */
};

static const struct cg_context *
simplify_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct stack_sides *sides = arg;
	struct cg_context frame = *changed;

	(void)from;
	frame.address = 0;
	frame.line = 0;
	frame.host_file = frame.host = NULL;
	return context_map_add(&sides->map, &frame);
}

void
call_stacks_compare(struct call_stacks *s, const struct cg_header *events,
    const struct compared_profile *old, const struct compared_profile *new)
{
	const struct compared_profile *profiles[] = {old, new};
	struct stack_sides *sides = cli_alloc(1, sizeof(*sides));

	context_map_init(&sides->map, simplify_frame, sides);
	sides->counts = cli_alloc(events->nevents, sizeof(*sides->counts));
	for (int i = OLD; i <= NEW; i++) {
		sides->sides[i] = (struct folded_side){
		    .path = profiles[i]->path,
		    .folded = profiles[i]->folded,
		    .events = events,
		    .error = &sides->errors[i],
		};
		sides->sides[i].rows = folded_side_new_rows(&sides->sides[i]);
	}
	s->sides = sides;
}

/* Negates the counts of a row of the old side, which come negated. */
static void
negate_old(struct stack_sides *sides, int side, struct cg_record *row)
{
	if (side != OLD)
		return;
	for (size_t e = 0; e < sides->sides[side].events->nevents; e++)
		sides->counts[e] =
		    count_of_sum(-(__int128)row->counts[e], "a difference");
	row->counts = sides->counts;
}

/* Adds a row to the side that is read. */
static void
take_side(struct stack_sides *sides, const struct cg_record *row)
{
	struct folded_side *side = &sides->sides[sides->reading];
	struct cg_record simple = *row;

	if (row->kind != CG_COSTS && !cg_is_folded(row->kind))
		return;
	simple.context = context_map_find(&sides->map, row->context);
	simple.host_file = simple.host = NULL;
	simple.address = 0;
	simple.present = NULL;
	side->has_stacks |= row->context != NULL;
	negate_old(sides, sides->reading, &simple);
	folded_side_put(side, side->rows, &simple);
}

/* Makes one tree of both sides. */
static void
join_sides(struct call_stacks *s)
{
	struct folded_side *sides = s->sides->sides;
	bool have_stacks = folded_unmatched(&sides[OLD], &sides[NEW]) == NULL;
	struct cg_record row;

	folded_side_sort(&sides[OLD]);
	folded_side_sort(&sides[NEW]);
	folded_match(&sides[OLD], &sides[NEW]);
	for (int side = OLD; have_stacks && side <= NEW; side++) {
		folded_side_sort(&sides[side]);
		for (size_t i = 0; i < cg_profile_len(sides[side].rows); i++) {
			cg_profile_at(sides[side].rows, i, &row);
			negate_old(s->sides, side, &row);
			counted_add(&s->counted, &row);
		}
		counted_end_profile(&s->counted);
	}
}

static void
release_sides(struct call_stacks *s)
{
	if (s->sides == NULL)
		return;
	cg_profile_free(s->sides->sides[OLD].rows);
	cg_profile_free(s->sides->sides[NEW].rows);
	context_map_release(&s->sides->map);
	free(s->sides->counts);
	free(s->sides);
	s->sides = NULL;
}

/* --- rows ----------------------------------------------------------------- */

void
call_stacks_take(struct call_stacks *s, const struct cg_record *row)
{
	if (s->sides != NULL)
		take_side(s->sides, row);
	else
		counted_add(&s->counted, row);
}

void
call_stacks_end_profile(struct call_stacks *s)
{
	if (s->sides == NULL) {
		counted_end_profile(&s->counted);
		return;
	}
	context_map_forget(&s->sides->map);
	s->sides->reading++;
}

/* --- counted stacks ------------------------------------------------------- */

/* Copies the counts of a stack and computes its derived events. */
static void
derive(int64_t *to, size_t nevents, const int64_t *counts, const char *function,
    struct derived_events *d)
{
	struct cg_record row = {
	    .file = "a stack", .function = function, .counts = counts};

	derived_events_apply(d, &row);
	memcpy(to, row.counts, nevents * sizeof(*to));
}

/* Gives each node the derived events, too. */
static void
derive_all(struct stack_tree *t, struct derived_events *d, size_t nevents)
{
	int64_t *self = cli_alloc(t->n * nevents, sizeof(*self));

	for (size_t i = 0; i < t->n; i++)
		derive(self + i * nevents, nevents, t->self + i * t->nevents,
		    i > 0 ? t->frames[t->nodes[i].frame].function : "", d);
	free(t->self);
	t->self = self;
	t->nevents = nevents;
}

static void
take_counted(
    struct call_stacks *s, struct derived_events *derived, size_t nevents)
{
	size_t ncounted = s->counted.tree.nevents;

	if (!are_zero(s->counted.without, ncounted)) {
		s->without = cli_alloc(nevents, sizeof(*s->without));
		derive(s->without, nevents, s->counted.without, "", derived);
	}
	counted_take(&s->counted, &s->tree);
	if (nevents > ncounted)
		derive_all(&s->tree, derived, nevents);
	for (size_t e = 0; e < nevents; e++)
		s->is_known[e] = true;
}

/* --- an estimate ---------------------------------------------------------- */

static void
find_negative(bool *is_known, const struct cg_profile *rows, size_t nevents)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		for (size_t e = 0; e < nevents; e++)
			is_known[e] &= row.counts[e] >= 0;
	}
}

/* Gives the tree, which has the events of the list, all events of the header. */
static void
spread(struct stack_tree *t, const size_t *events, size_t nevents)
{
	int64_t *self = cli_alloc(t->n * nevents, sizeof(*self));

	for (size_t i = 0; i < t->n; i++)
		for (size_t e = 0; e < t->nevents; e++)
			self[i * nevents + events[e]] =
			    t->self[i * t->nevents + e];
	free(t->self);
	t->self = self;
	t->nevents = nevents;
	/* they are of other events */
	free(t->totals);
	t->totals = NULL;
}

static void
estimate(struct call_stacks *s, const struct callgraph *graph,
    const struct cg_header *header)
{
	size_t *events = cli_alloc(graph->nevents, sizeof(*events)), n = 0;
	int64_t *least = cli_alloc(graph->nevents, sizeof(*least));
	struct stacks stacks;
	char *why;

	for (size_t e = 0; e < graph->nevents; e++)
		s->is_known[e] =
		    !s->is_difference || difference_is_side(header, e);
	find_negative(s->is_known, graph->functions, graph->nevents);
	find_negative(s->is_known, graph->calls, graph->nevents);
	for (size_t e = 0; e < graph->nevents; e++)
		if (s->is_known[e])
			events[n++] = e;
	why = n > 0 ? stacks_make(&stacks, graph, NULL, events, n)
		    : cli_format("no event has costs to divide");
	if (why == NULL) {
		for (size_t e = 0; e < n; e++)
			least[e] = stacks.totals[e] / LEAST_ESTIMATE + 1;
		estimated_tree_make(&stacks, least, &s->tree);
		spread(&s->tree, events, graph->nevents);
		stacks_release(&stacks);
	}
	free(why);
	free(least);
	free(events);
}

/* --- both ----------------------------------------------------------------- */

void
call_stacks_complete(struct call_stacks *s, const struct callgraph *graph,
    const struct cg_header *header, struct derived_events *derived)
{
	s->is_known = cli_alloc(graph->nevents, sizeof(*s->is_known));
	if (s->sides != NULL)
		join_sides(s);
	release_sides(s);
	if (s->counted.has_stacks) {
		take_counted(s, derived, graph->nevents);
	} else {
		counted_release(&s->counted);
		if (graph->ncalls > 0)
			estimate(s, graph, header);
	}
}

void
call_stacks_release(struct call_stacks *s)
{
	release_sides(s);
	counted_release(&s->counted);
	stack_tree_release(&s->tree);
	free(s->is_known);
	free(s->without);
}
