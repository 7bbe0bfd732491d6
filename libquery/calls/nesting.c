/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "components.h"
#include "libcli/cli.h"
#include "nesting.h"

/* Orders the functions by component: callers have higher numbers. */
static void
find_order(struct nesting *n)
{
	const struct callgraph *g = n->graph;
	struct edges edges = {
	    g->out_first, cli_alloc(g->ncalls, sizeof(*edges.heads))};
	size_t *next = cli_alloc(g->nfunctions + 1, sizeof(*next));
	size_t sum = 0;

	for (size_t i = 0; i < g->ncalls; i++)
		edges.heads[i] = g->endpoints[i].callee;
	components_find(g->nfunctions, &edges, n->component);
	for (size_t i = 0; i < g->nfunctions; i++)
		next[g->nfunctions - 1 - n->component[i]]++;
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t count = next[i];

		next[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < g->nfunctions; i++)
		n->order[next[g->nfunctions - 1 - n->component[i]]++] = i;
	free(next);
	free(edges.heads);
}

/* Finds what calls cost: of a difference, what they cost in both profiles, if that is known. */
static void
find_costs(struct nesting *n)
{
	const struct callgraph *g = n->graph;
	int old = callgraph_side(g, 0, "old");
	int new = callgraph_side(g, 0, "new");
	bool has_sides = old >= 0 && new >= 0, grew = false, fell = false;

	for (size_t i = 0; i < g->ncalls; i++) {
		struct cg_record call;

		cg_profile_at(g->calls, i, &call);
		n->costs[i] = has_sides ? (double)call.counts[old] +
					      (double)call.counts[new]
					: (double)call.counts[0];
		grew |= n->costs[i] > 0;
		fell |= n->costs[i] < 0;
	}
	n->is_difference = grew && fell;
}

void
nesting_init(struct nesting *n, const struct callgraph *g, const size_t *joined)
{
	*n = (struct nesting){
	    .graph = g,
	    .joined = joined,
	    .component = cli_alloc(g->nfunctions, sizeof(*n->component)),
	    .order = cli_alloc(g->nfunctions, sizeof(*n->order)),
	    .costs = cli_alloc(g->ncalls, sizeof(*n->costs)),
	    .shares = cli_alloc(g->nfunctions, sizeof(*n->shares)),
	    .seen = cli_alloc(g->nfunctions, sizeof(*n->seen)),
	    .stack = cli_alloc(g->nfunctions, sizeof(*n->stack)),
	};
	find_order(n);
	find_costs(n);
}

/* True if the calls of one of the members lead to another, or to its host. */
static bool
are_nested(
    struct nesting *n, size_t number, const size_t *members, size_t nmembers)
{
	const struct callgraph *g = n->graph;
	size_t nopen = 0;

	for (size_t i = 0; i < nmembers; i++)
		n->stack[nopen++] = members[i];
	for (size_t i = 0; i < nmembers; i++)
		n->seen[members[i]] = number + 1;
	while (nopen > 0) {
		size_t from = n->stack[--nopen];

		for (size_t i = g->out_first[from]; i < g->out_first[from + 1];
		     i++) {
			size_t to = g->endpoints[i].callee;

			if (n->joined[to] == number &&
			    n->component[to] != n->component[from])
				return true;
			if (n->seen[to] == number + 1)
				continue;
			n->seen[to] = number + 1;
			n->stack[nopen++] = to;
		}
	}
	return false;
}

static double
share_of(const struct nesting *n, size_t number, size_t function)
{
	const struct callgraph *g = n->graph;
	double sum = 0, within = 0;

	for (size_t i = g->in_first[function]; i < g->in_first[function + 1];
	     i++) {
		size_t call = g->in_calls[i];
		size_t caller = g->endpoints[call].caller;

		if (n->component[caller] == n->component[function])
			continue;
		sum += n->costs[call];
		within += n->costs[call] *
			  (n->joined[caller] == number ? 1 : n->shares[caller]);
	}
	return sum != 0 ? within / sum : 0;
}

const double *
nesting_shares(
    struct nesting *n, size_t number, const size_t *members, size_t nmembers)
{
	const struct callgraph *g = n->graph;

	if (nmembers < 2 || n->is_difference ||
	    !are_nested(n, number, members, nmembers))
		return NULL;
	for (size_t i = 0; i < g->nfunctions; i++)
		n->shares[n->order[i]] = share_of(n, number, n->order[i]);
	return n->shares;
}

void
nesting_release(struct nesting *n)
{
	free(n->component);
	free(n->order);
	free(n->costs);
	free(n->shares);
	free(n->seen);
	free(n->stack);
}
