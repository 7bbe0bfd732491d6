/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Costs are handed up from callees to callers.  Each function comes after all
 * functions that it calls, which is possible once cycles are cut.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/hidden.h"
#include "libquery/rank.h"
#include "shares.h"
#include "stacks.h"

/* --- the search ----------------------------------------------------------- */

/* where a search is in a function */
enum visit { UNSEEN, OPEN, DONE };

struct stack_step {
	size_t function;
	size_t next; /* the next call to follow */
};

struct stack_search {
	const struct callgraph *graph;
	struct projection *projection;
	size_t nevents;
	const size_t *events;
	int64_t *own;     /* of each function, nevents each */
	int64_t *charges; /* of each call, likewise; 0 if it is cut */
	size_t *calls;    /* each caller's, the dearest first */
	size_t *order;    /* the functions, largest first */
	enum visit *visits;
	size_t npath;
	struct stack_step *path;
	size_t nfinished;
	size_t *finished; /* functions, callees before callers */
};

/* --- costs ---------------------------------------------------------------- */

/* Takes the counts of a row.  Returns NULL or what is wrong with one. */
static char *
take_counts(const struct stack_search *s, struct cg_record *row, int64_t *to)
{
	row->present = NULL;
	if (s->projection != NULL)
		projection_apply(s->projection, row);
	for (size_t e = 0; e < s->nevents; e++) {
		to[e] = row->counts[s->events[e]];
		if (to[e] < 0)
			return cli_format("expected no negative count, found "
					  "%lld of %s:%s",
			    (long long)to[e], row->def_file, row->function);
	}
	return NULL;
}

static char *
find_costs(struct stack_search *s)
{
	const struct callgraph *g = s->graph;
	size_t n = s->nevents;
	struct cg_record row;
	char *why = NULL;

	s->own = cli_alloc(g->nfunctions * n, sizeof(*s->own));
	s->charges = cli_alloc(g->ncalls * n, sizeof(*s->charges));
	for (size_t i = 0; i < g->nfunctions && why == NULL; i++) {
		callgraph_function(g, i, false, &row);
		why = take_counts(s, &row, s->own + i * n);
	}
	for (size_t i = 0; i < g->ncalls && why == NULL; i++) {
		if (g->endpoints[i].caller == g->endpoints[i].callee)
			continue;
		cg_profile_at(g->calls, i, &row);
		why = take_counts(s, &row, s->charges + i * n);
	}
	return why;
}

/* Orders the functions, and the calls of each, by their size in the first event.
 */
static void
sort_by_size(struct stack_search *s)
{
	const struct callgraph *g = s->graph;
	struct sizes functions = sizes_new(g->nfunctions, 1);
	struct sizes calls = sizes_new(g->ncalls, 1);
	size_t *next = cli_alloc(g->nfunctions, sizeof(*next));
	size_t *dearest;

	for (size_t i = 0; i < g->nfunctions; i++) {
		functions.list[i] = size_of_count(s->own[i * s->nevents]);
		next[i] = g->ncalls > 0 ? g->out_first[i] : 0;
	}
	for (size_t i = 0; i < g->ncalls; i++) {
		calls.list[i] = size_of_count(s->charges[i * s->nevents]);
		functions.list[g->endpoints[i].caller] += calls.list[i];
	}
	s->order = ranking_order(&functions, 0);
	dearest = ranking_order(&calls, 0);
	s->calls = cli_alloc(g->ncalls, sizeof(*s->calls));
	for (size_t i = 0; i < g->ncalls; i++)
		s->calls[next[g->endpoints[dearest[i]].caller]++] = dearest[i];
	free(dearest);
	free(next);
	sizes_release(&functions);
	sizes_release(&calls);
}

/* --- cycles --------------------------------------------------------------- */

static void
enter(struct stack_search *s, size_t function)
{
	s->visits[function] = OPEN;
	s->path[s->npath++] =
	    (struct stack_step){function, s->graph->out_first[function]};
}

/* Follows the next call of the last function of the path, or leaves it. */
static void
step(struct stack_search *s)
{
	struct stack_step *at = &s->path[s->npath - 1];
	size_t call, callee;

	if (at->next == s->graph->out_first[at->function + 1]) {
		s->visits[at->function] = DONE;
		s->finished[s->nfinished++] = at->function;
		s->npath--;
		return;
	}
	call = s->calls[at->next++];
	callee = s->graph->endpoints[call].callee;
	if (s->visits[callee] == OPEN)
		memset(s->charges + call * s->nevents, 0,
		    s->nevents * sizeof(*s->charges));
	else if (s->visits[callee] == UNSEEN)
		enter(s, callee);
}

static bool
has_callers(const struct callgraph *g, size_t function)
{
	for (size_t i = g->in_first[function]; i < g->in_first[function + 1];
	     i++)
		if (g->endpoints[g->in_calls[i]].caller != function)
			return true;
	return false;
}

/* Visits all functions, starting with functions that nobody calls. */
static void
cut_cycles(struct stack_search *s)
{
	size_t n = s->graph->nfunctions;

	for (size_t i = 0; i < 2 * n; i++) {
		size_t function = s->order[i % n];

		if (s->visits[function] != UNSEEN ||
		    (i < n && has_callers(s->graph, function)))
			continue;
		enter(s, function);
		while (s->npath > 0)
			step(s);
	}
}

/* --- handing costs to callers --------------------------------------------- */

/* True if a function is in a cycle or stands for many functions.  By the rule of
 * inclusive.c, its callers were then charged for all that it costs. */
static bool
is_charged_whole(const struct callgraph *g, size_t function)
{
	struct cg_record row;

	callgraph_function(g, function, false, &row);
	return g->cycles[function] > 0 ||
	       hidden_is_level(row.def_file, row.function);
}

/* Returns how much of a function's cost its callers were not charged for. */
static uint64_t
uncharged(const struct stack_search *s, size_t function, size_t event)
{
	const struct callgraph *g = s->graph;
	const int64_t *charges = s->charges + event;
	__int128 missing = s->own[function * s->nevents + event];

	for (size_t i = g->out_first[function]; i < g->out_first[function + 1];
	     i++)
		missing += charges[i * s->nevents];
	for (size_t i = g->in_first[function]; i < g->in_first[function + 1];
	     i++)
		missing -= charges[g->in_calls[i] * s->nevents];
	if (missing > INT64_MAX)
		return INT64_MAX;
	return missing > 0 ? (uint64_t)missing : 0;
}

/*
 * Hands a function's cost to its callers, by call in `handed`, and keeps the
 * rest as its entry.
 */
static void
hand_up(const struct stack_search *s, struct stacks *stacks, size_t function,
    int64_t *handed)
{
	const struct callgraph *g = s->graph;
	const size_t *calls = g->in_calls + g->in_first[function];
	size_t n = g->in_first[function + 1] - g->in_first[function];
	struct share *shares = cli_alloc(n + 1, sizeof(*shares));
	bool is_whole = is_charged_whole(g, function);

	for (size_t e = 0; e < s->nevents; e++) {
		size_t at = function * s->nevents + e;
		bool is_charged = false;

		for (size_t i = 0; i < n; i++) {
			shares[i].weight =
			    (uint64_t)s->charges[calls[i] * s->nevents + e];
			is_charged |= shares[i].weight > 0;
		}
		shares[n].weight = !is_charged ? 1
				   : is_whole  ? 0
					       : uncharged(s, function, e);
		shares_divide(stacks->whole[at], shares, n + 1);
		stacks->entry[at] = shares[n].amount;
		for (size_t i = 0; i < n; i++) {
			size_t caller = g->endpoints[calls[i]].caller;

			handed[calls[i] * s->nevents + e] = shares[i].amount;
			stacks->whole[caller * s->nevents + e] +=
			    shares[i].amount;
		}
	}
	free(shares);
}

/* Lists what functions were handed, the dearest calls first. */
static void
list_calls(
    const struct stack_search *s, struct stacks *stacks, const int64_t *handed)
{
	const struct callgraph *g = s->graph;
	size_t n = 0;

	for (size_t i = 0; i < g->nfunctions; i++) {
		for (size_t k = g->out_first[i]; k < g->out_first[i + 1]; k++) {
			const int64_t *costs =
			    handed + s->calls[k] * s->nevents;

			if (are_zero(costs, s->nevents))
				continue;
			stacks->callees[n] = g->endpoints[s->calls[k]].callee;
			memcpy(stacks->costs + n * s->nevents, costs,
			    s->nevents * sizeof(*costs));
			n++;
		}
		stacks->first[i + 1] = n;
	}
}

static void
follow_calls(struct stack_search *s, struct stacks *stacks)
{
	const struct callgraph *g = s->graph;
	int64_t *handed = cli_alloc(g->ncalls * s->nevents, sizeof(*handed));

	s->visits = cli_alloc(g->nfunctions, sizeof(*s->visits));
	s->path = cli_alloc(g->nfunctions, sizeof(*s->path));
	s->finished = cli_alloc(g->nfunctions, sizeof(*s->finished));
	cut_cycles(s);
	for (size_t i = 0; i < s->nfinished; i++)
		hand_up(s, stacks, s->finished[i], handed);
	list_calls(s, stacks, handed);
	free(handed);
	free(s->visits);
	free(s->path);
	free(s->finished);
}

/* Adds up own costs; at first all of them start a stack.  Returns NULL, or which
 * sum is too large. */
static char *
add_up(struct stacks *stacks)
{
	size_t n = stacks->graph->nfunctions * stacks->nevents;

	for (size_t i = 0; i < n; i++) {
		int64_t *total = &stacks->totals[i % stacks->nevents];

		if (__builtin_add_overflow(*total, stacks->own[i], total))
			return cli_format("the sum of all costs does not fit "
					  "in 64 bits");
		stacks->whole[i] = stacks->entry[i] = stacks->own[i];
	}
	return NULL;
}

char *
stacks_make(struct stacks *stacks, const struct callgraph *g,
    struct projection *projection, const size_t *events, size_t nevents)
{
	struct stack_search s = {.graph = g,
	    .projection = projection,
	    .nevents = nevents,
	    .events = events};
	size_t n = g->nfunctions;
	char *why = find_costs(&s);

	*stacks = (struct stacks){
	    .graph = g,
	    .nevents = nevents,
	    .own = s.own,
	    .totals = cli_alloc(nevents, sizeof(*stacks->totals)),
	    .whole = cli_alloc(n * nevents, sizeof(*stacks->whole)),
	    .entry = cli_alloc(n * nevents, sizeof(*stacks->entry)),
	    .first = cli_alloc(n + 1, sizeof(*stacks->first)),
	    .callees = cli_alloc(g->ncalls, sizeof(*stacks->callees)),
	    .costs = cli_alloc(g->ncalls * nevents, sizeof(*stacks->costs)),
	};
	if (why == NULL)
		why = add_up(stacks);
	if (why == NULL) {
		sort_by_size(&s);
		stacks->order = s.order;
		if (g->ncalls > 0)
			follow_calls(&s, stacks);
	} else {
		stacks_release(stacks);
	}
	free(s.calls);
	free(s.charges);
	return why;
}

void
stacks_release(struct stacks *stacks)
{
	free(stacks->totals);
	free(stacks->own);
	free(stacks->whole);
	free(stacks->entry);
	free(stacks->order);
	free(stacks->first);
	free(stacks->callees);
	free(stacks->costs);
}
