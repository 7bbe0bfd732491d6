/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each function starts as a cluster of its own.  From the function that is called most
 * down, the cluster of each is put behind the cluster of the function that calls it
 * most, unless that is large or cold.  So a call mostly goes a short way forward.  Then
 * the clusters are put in the order of their density: calls for each byte.  Executed
 * instructions would say less about the cache: a function with a long loop needs its
 * lines of the cache once.
 */
#include <stdlib.h>

#include "clusters.h"
#include "libcli/cli.h"

enum {
	MOST_SIZE = 1 << 20, /* of a cluster */
	MOST_THINNED = 8,    /* how much the density of a cluster may fall */
	NONE = -1,
};

struct cluster {
	size_t number; /* of its first function */
	size_t last;
	int64_t calls; /* of its functions; 0: it is in another cluster */
	uint64_t size; /* at least 1 */
};

struct clustering {
	const struct call_edges *edges;
	struct cluster *clusters; /* by number */
	size_t *cluster_of;       /* its number, of each function */
	ssize_t *next;            /* the function behind it, or NONE */
	ssize_t *caller;          /* that calls it most, or NONE */
};

static double
density(const struct cluster *cluster)
{
	return (double)cluster->calls / (double)cluster->size;
}

/* The most called first. */
static int
compare_calls(const void *a, const void *b)
{
	const struct cluster *x = a, *y = b;

	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* The densest first. */
static int
compare_density(const void *a, const void *b)
{
	const struct cluster *x = a, *y = b;
	double left = density(x), right = density(y);

	if (left != right)
		return left > right ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void
init(struct clustering *c, const struct call_edges *edges)
{
	size_t n = edges->nfunctions;
	int64_t *most = cli_alloc(n, sizeof(*most));

	c->edges = edges;
	c->clusters = cli_alloc(n, sizeof(*c->clusters));
	c->cluster_of = cli_alloc(n, sizeof(*c->cluster_of));
	c->next = cli_alloc(n, sizeof(*c->next));
	c->caller = cli_alloc(n, sizeof(*c->caller));
	for (size_t i = 0; i < n; i++) {
		const struct hot_function *f = &edges->functions[i];
		uint64_t size = f->function->end - f->function->start;

		c->clusters[i] =
		    (struct cluster){i, i, f->calls, size == 0 ? 1 : size};
		/* nobody calls the start of the program; what was not executed
		 * is left out */
		if (f->calls == 0 || f->cost == 0)
			c->clusters[i].calls = f->cost != 0;
		c->cluster_of[i] = i;
		c->next[i] = c->caller[i] = NONE;
	}
	for (size_t i = 0; i < edges->n; i++) {
		const struct call_edge *edge = &edges->list[i];

		if (edge->caller != edge->callee &&
		    edge->count > most[edge->callee]) {
			most[edge->callee] = edge->count;
			c->caller[edge->callee] = (ssize_t)edge->caller;
		}
	}
	free(most);
}

/* Puts the cluster of a function behind that of its caller. */
static void
follow_caller(struct clustering *c, size_t callee)
{
	struct cluster *before, *behind = &c->clusters[c->cluster_of[callee]];
	struct cluster joined;
	double densest;

	if (c->caller[callee] == NONE)
		return;
	before = &c->clusters[c->cluster_of[c->caller[callee]]];
	joined = *before;
	joined.size += behind->size;
	joined.last = behind->last;
	densest = density(before) > density(behind) ? density(before)
						    : density(behind);
	if (before == behind || joined.size > MOST_SIZE ||
	    __builtin_add_overflow(
		before->calls, behind->calls, &joined.calls) ||
	    density(&joined) * MOST_THINNED < densest)
		return;
	c->next[before->last] = (ssize_t)behind->number;
	for (ssize_t i = (ssize_t)behind->number; i != NONE; i = c->next[i])
		c->cluster_of[i] = before->number;
	*before = joined;
	behind->calls = 0;
}

size_t
clusters_order(const struct call_edges *edges, size_t **order)
{
	size_t n = edges->nfunctions, nlisted = 0;
	struct cluster *most_called = cli_alloc(n, sizeof(*most_called));
	struct clustering c;

	*order = cli_alloc(n, sizeof(**order));
	init(&c, edges);
	for (size_t i = 0; i < n; i++)
		most_called[i] = c.clusters[i];
	if (n > 0)
		qsort(most_called, n, sizeof(*most_called), compare_calls);
	for (size_t i = 0; i < n; i++)
		follow_caller(&c, most_called[i].number);
	if (n > 0)
		qsort(c.clusters, n, sizeof(*c.clusters), compare_density);
	for (size_t i = 0; i < n && c.clusters[i].calls > 0; i++)
		for (ssize_t f = (ssize_t)c.clusters[i].number; f != NONE;
		     f = c.next[f])
			(*order)[nlisted++] = (size_t)f;
	free(most_called);
	free(c.clusters);
	free(c.cluster_of);
	free(c.next);
	free(c.caller);
	return nlisted;
}
