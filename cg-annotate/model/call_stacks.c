/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
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

void
call_stacks_take(struct call_stacks *s, const struct cg_record *row)
{
	counted_add(&s->counted, row);
}

void
call_stacks_end_profile(struct call_stacks *s)
{
	counted_end_profile(&s->counted);
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
	counted_release(&s->counted);
	stack_tree_release(&s->tree);
	free(s->is_known);
	free(s->without);
}
