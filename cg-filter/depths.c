/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports join what a function has in its hosts.  If a kept function had a depth in each
 * host, a hidden function that it calls could get the name of a hidden host, which then
 * would call the function and be called by it.  So the function has one depth.  It keeps
 * several only where it calls its hosts, because then it is above and below itself.
 */
#include <stdlib.h>

#include "depths.h"
#include "libcli/cli.h"

static const size_t none = SIZE_MAX;

struct nodes {
	const struct callgraph *graph;
	const bool *is_kept;
	size_t *component; /* of each node, without rings */
	size_t *sibling;   /* the next one of its ring, or none */
	/* of a search for one function; `mark` is the number of the search */
	size_t *marks; /* of components that have a node of the function */
	size_t *
	    seen; /* of nodes: 2 * mark, or one more if the path to it leaves the
			  function */
	size_t *stack;
};

/* Finds the strongly connected components, with or without rings. */
static void
find_components(const struct nodes *n, size_t *component)
{
	const struct callgraph *g = n->graph;
	struct edges edges = {
	    cli_alloc(g->nfunctions + 1, sizeof(*edges.first)),
	    cli_alloc(g->ncalls + g->nfunctions, sizeof(*edges.heads)),
	};
	size_t nedges = 0;

	for (size_t f = 0; f < g->nfunctions; f++) {
		edges.first[f] = nedges;
		for (size_t i = g->out_first[f]; i < g->out_first[f + 1]; i++)
			edges.heads[nedges++] = g->endpoints[i].callee;
		if (n->sibling[f] != none)
			edges.heads[nedges++] = n->sibling[f];
	}
	edges.first[g->nfunctions] = nedges;
	components_find(g->nfunctions, &edges, component);
	free(edges.first);
	free(edges.heads);
}

/* --- one function in several hosts ---------------------------------------- */

static void
visit(struct nodes *n, size_t node, size_t path, size_t *nopen)
{
	/* it is seen once more if the first path does not leave the function */
	if (n->seen[node] >= path)
		return;
	n->seen[node] = path;
	n->stack[(*nopen)++] = node;
}

/* Sees all nodes below those on the stack. */
static void
search(struct nodes *n, size_t mark, size_t nopen)
{
	const struct callgraph *g = n->graph;

	while (nopen > 0) {
		size_t from = n->stack[--nopen];
		bool left = n->marks[n->component[from]] != mark;
		size_t path = n->seen[from] | left;

		for (size_t i = g->out_first[from]; i < g->out_first[from + 1];
		     i++)
			visit(n, g->endpoints[i].callee, path, &nopen);
		if (n->sibling[from] != none)
			visit(n, n->sibling[from], path, &nopen);
	}
}

/* Makes a ring of the kept nodes from `begin` to before `end`, which are of one function,
 * except of those that it reaches through other functions. */
static void
join(struct nodes *n, size_t begin, size_t end, size_t mark)
{
	size_t nopen = 0, first = none, last = none;

	for (size_t i = begin; i < end; i++)
		if (n->is_kept[i]) {
			n->marks[n->component[i]] = mark;
			visit(n, i, 2 * mark, &nopen);
		}
	if (nopen < 2)
		return;
	search(n, mark, nopen);
	for (size_t i = begin; i < end; i++) {
		if (!n->is_kept[i] || n->seen[i] != 2 * mark)
			continue;
		if (first == none)
			first = i;
		else
			n->sibling[last] = i;
		last = i;
	}
	if (first != last)
		n->sibling[last] = first;
}

static void
join_hosts(struct nodes *n)
{
	const struct callgraph *g = n->graph;
	struct cg_record row, function;
	size_t begin = 0, mark = 0;

	/* the nodes of a function are neighbours */
	for (size_t i = 0; i <= g->nfunctions; i++) {
		if (i < g->nfunctions) {
			callgraph_function(g, i, false, &row);
			row.host = row.host_file = NULL;
			if (i > 0 && cg_record_same_function(&row, &function))
				continue;
			function = row;
		}
		if (i > begin + 1)
			join(n, begin, i, ++mark);
		begin = i;
	}
}

/* --- depths --------------------------------------------------------------- */

/* The strongly connected components of the graph with rings. */
struct depths {
	size_t *component; /* of each function */
	size_t *first;     /* function of each component, or none */
	size_t *next;      /* function of the same component, or none */
	size_t *depth;     /* kept functions above each component */
};

/* Pushes the component's called components down: below it and, if it has a kept
 * function, one level deeper. */
static void
push_down(const struct nodes *n, struct depths *d, size_t component)
{
	const struct callgraph *g = n->graph;
	size_t depth = d->depth[component];
	bool has_kept = false;

	for (size_t f = d->first[component]; f != none; f = d->next[f])
		has_kept |= n->is_kept[f];
	depth += has_kept;
	for (size_t f = d->first[component]; f != none; f = d->next[f])
		for (size_t i = g->out_first[f]; i < g->out_first[f + 1]; i++) {
			size_t callee = d->component[g->endpoints[i].callee];

			if (callee != component && d->depth[callee] < depth)
				d->depth[callee] = depth;
		}
}

/* Returns the depths of the functions. */
static size_t *
push_all(const struct nodes *n)
{
	size_t count = n->graph->nfunctions;
	size_t *depths = cli_alloc(count, sizeof(*depths));
	struct depths d = {
	    .component = cli_alloc(count, sizeof(*d.component)),
	    .first = cli_alloc(count, sizeof(*d.first)),
	    .next = cli_alloc(count, sizeof(*d.next)),
	    .depth = cli_alloc(count, sizeof(*d.depth)),
	};

	find_components(n, d.component);
	for (size_t i = 0; i < count; i++)
		d.first[i] = none;
	for (size_t i = 0; i < count; i++) {
		d.next[i] = d.first[d.component[i]];
		d.first[d.component[i]] = i;
	}
	/* callers have higher numbers than the components they call */
	for (size_t i = count; i-- > 0;)
		push_down(n, &d, i);
	for (size_t i = 0; i < count; i++)
		depths[i] = d.depth[d.component[i]];
	free(d.component);
	free(d.first);
	free(d.next);
	free(d.depth);
	return depths;
}

size_t *
depths_find(const struct callgraph *graph, const bool *is_kept)
{
	size_t count = graph->nfunctions, *depths;
	struct nodes n = {
	    .graph = graph,
	    .is_kept = is_kept,
	    .component = cli_alloc(count, sizeof(*n.component)),
	    .sibling = cli_alloc(count, sizeof(*n.sibling)),
	    .marks = cli_alloc(count, sizeof(*n.marks)),
	    .seen = cli_alloc(count, sizeof(*n.seen)),
	    .stack = cli_alloc(count, 2 * sizeof(*n.stack)),
	};

	for (size_t i = 0; i < count; i++)
		n.sibling[i] = none;
	if (graph->has_inlined) {
		find_components(&n, n.component);
		join_hosts(&n);
	}
	depths = push_all(&n);
	free(n.component);
	free(n.sibling);
	free(n.marks);
	free(n.seen);
	free(n.stack);
	return depths;
}
