/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Costs are handed up from callees to callers.  Each function comes after all
 * functions that it calls, which is possible once cycles are cut.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "libquery/hidden.h"
#include "libquery/rank.h"
#include "stacks.h"

/* --- shares --------------------------------------------------------------- */

struct remainder {
	unsigned __int128 size;
	size_t share;
};

static int
compare_remainders(const void *a, const void *b)
{
	const struct remainder *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->share > y->share) - (x->share < y->share);
}

/* No product overflows: an amount has 63 bits and a weight has 64. */
void
shares_divide(int64_t amount, struct share *shares, size_t n)
{
	struct remainder *remainders = cli_alloc(n, sizeof(*remainders));
	unsigned __int128 sum = 0;
	int64_t left = amount;

	for (size_t i = 0; i < n; i++)
		sum += shares[i].weight;
	for (size_t i = 0; i < n; i++) {
		unsigned __int128 product =
		    (unsigned __int128)(uint64_t)amount * shares[i].weight;

		shares[i].amount = (int64_t)(product / sum);
		remainders[i] = (struct remainder){product % sum, i};
		left -= shares[i].amount;
	}
	if (left > 0)
		qsort(remainders, n, sizeof(*remainders), compare_remainders);
	for (size_t i = 0; i < (size_t)left; i++)
		shares[remainders[i].share].amount++;
	free(remainders);
}

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
	size_t event;
	int64_t *own;     /* of each function */
	int64_t *charges; /* of each call; 0 if it is cut */
	size_t *calls;    /* each caller's, the dearest first */
	size_t *order;    /* the functions, largest first */
	enum visit *visits;
	size_t npath;
	struct stack_step *path;
	size_t nfinished;
	size_t *finished; /* functions, callees before callers */
};

/* --- costs ---------------------------------------------------------------- */

static int64_t
count_of(const struct stack_search *s, struct cg_record *row)
{
	int64_t count;

	row->present = NULL;
	projection_apply(s->projection, row);
	count = row->counts[s->event];
	if (count < 0)
		cli_die("--format=folded: expected no negative count, found "
			"%lld of %s:%s",
		    (long long)count, row->def_file, row->function);
	return count;
}

static void
find_costs(struct stack_search *s)
{
	const struct callgraph *g = s->graph;
	struct cg_record row;

	s->own = cli_alloc(g->nfunctions, sizeof(*s->own));
	s->charges = cli_alloc(g->ncalls, sizeof(*s->charges));
	for (size_t i = 0; i < g->nfunctions; i++) {
		callgraph_function(g, i, false, &row);
		s->own[i] = count_of(s, &row);
	}
	for (size_t i = 0; i < g->ncalls; i++) {
		if (g->endpoints[i].caller == g->endpoints[i].callee)
			continue;
		cg_profile_at(g->calls, i, &row);
		s->charges[i] = count_of(s, &row);
	}
}

/* Orders the functions, and the calls of each, by size. */
static void
sort_by_size(struct stack_search *s)
{
	const struct callgraph *g = s->graph;
	struct sizes functions = sizes_new(g->nfunctions, 1);
	struct sizes calls = sizes_new(g->ncalls, 1);
	size_t *next = cli_alloc(g->nfunctions, sizeof(*next));
	size_t *dearest;

	for (size_t i = 0; i < g->nfunctions; i++) {
		functions.list[i] = size_of_count(s->own[i]);
		next[i] = g->ncalls > 0 ? g->out_first[i] : 0;
	}
	for (size_t i = 0; i < g->ncalls; i++) {
		calls.list[i] = size_of_count(s->charges[i]);
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
		s->charges[call] = 0;
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

/*
 * How much of a function's cost its callers were not charged for, by the rule
 * of inclusive.c: nothing, if it is in a cycle or stands for many functions.
 */
static uint64_t
uncharged(const struct stack_search *s, size_t function)
{
	const struct callgraph *g = s->graph;
	__int128 missing = s->own[function];
	struct cg_record row;

	callgraph_function(g, function, false, &row);
	if (g->cycles[function] > 0 ||
	    hidden_is_level(row.def_file, row.function))
		return 0;
	for (size_t i = g->out_first[function]; i < g->out_first[function + 1];
	     i++)
		missing += s->charges[i];
	for (size_t i = g->in_first[function]; i < g->in_first[function + 1];
	     i++)
		missing -= s->charges[g->in_calls[i]];
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
	bool is_charged = false;

	for (size_t i = 0; i < n; i++) {
		shares[i].weight = (uint64_t)s->charges[calls[i]];
		is_charged |= shares[i].weight > 0;
	}
	shares[n].weight = is_charged ? uncharged(s, function) : 1;
	shares_divide(stacks->whole[function], shares, n + 1);
	stacks->entry[function] = shares[n].amount;
	for (size_t i = 0; i < n; i++) {
		handed[calls[i]] = shares[i].amount;
		stacks->whole[g->endpoints[calls[i]].caller] +=
		    shares[i].amount;
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
		for (size_t k = g->out_first[i]; k < g->out_first[i + 1]; k++)
			if (handed[s->calls[k]] > 0)
				stacks->list[n++] = (struct stack_call){
				    g->endpoints[s->calls[k]].callee,
				    handed[s->calls[k]]};
		stacks->first[i + 1] = n;
	}
}

static void
follow_calls(struct stack_search *s, struct stacks *stacks)
{
	const struct callgraph *g = s->graph;
	int64_t *handed = cli_alloc(g->ncalls, sizeof(*handed));

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

void
stacks_make(struct stacks *stacks, const struct callgraph *g,
    struct projection *projection, size_t event)
{
	struct stack_search s = {
	    .graph = g, .projection = projection, .event = event};
	size_t n = g->nfunctions;

	find_costs(&s);
	sort_by_size(&s);
	*stacks = (struct stacks){
	    .graph = g,
	    .own = s.own,
	    .order = s.order,
	    .whole = cli_alloc(n, sizeof(*stacks->whole)),
	    .entry = cli_alloc(n, sizeof(*stacks->entry)),
	    .first = cli_alloc(n + 1, sizeof(*stacks->first)),
	    .list = cli_alloc(g->ncalls, sizeof(*stacks->list)),
	};
	for (size_t i = 0; i < n; i++) {
		stacks->total += s.own[i];
		stacks->whole[i] = stacks->entry[i] = s.own[i];
	}
	if (g->ncalls > 0)
		follow_calls(&s, stacks);
	free(s.calls);
	free(s.charges);
}

void
stacks_release(struct stacks *stacks)
{
	free(stacks->own);
	free(stacks->whole);
	free(stacks->entry);
	free(stacks->order);
	free(stacks->first);
	free(stacks->list);
}
