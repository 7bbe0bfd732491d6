/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses become functions by the symbols around them. */
#include <inttypes.h>
#include <stdlib.h>

#include "call_edges.h"
#include "libcli/cli.h"

enum {
	STUB_SIZE = 16,
	NO_FUNCTION = -1,
};

static int
compare_start(const void *a, const void *b)
{
	const struct hot_function *x = a, *y = b;

	return (x->function->start > y->function->start) -
	       (x->function->start < y->function->start);
}

/* The same; of several names for one address, the one that is first in the code is
 * first. */
static int
compare_functions(const void *a, const void *b)
{
	const struct hot_function *x = a, *y = b;
	int order = compare_start(a, b);

	return order != 0
		   ? order
		   : (x->function > y->function) - (x->function < y->function);
}

/* Adds a function for each instruction, then joins the equal ones: one function may be
 * within another one. */
static void
add_functions(struct call_edges *edges, const struct executed *e)
{
	struct hot_function *list = cli_alloc(e->n, sizeof(*list));
	size_t n = 0, njoined = 0;

	for (size_t i = 0; i < e->n; i++)
		if (e->list[i].function != NULL)
			list[n++] = (struct hot_function){
			    .function = e->list[i].function,
			    .cost = e->list[i].count};
	if (n > 0)
		qsort(list, n, sizeof(*list), compare_functions);
	for (size_t i = 0; i < n; i++)
		if (njoined == 0 ||
		    compare_start(&list[njoined - 1], &list[i]) != 0)
			list[njoined++] = list[i];
		else if (__builtin_add_overflow(list[njoined - 1].cost,
			     list[i].cost, &list[njoined - 1].cost))
			cli_die("%s: the cost of %s does not fit in 64 bits",
			    e->code.path, list[i].function->symbol);
	edges->functions = list;
	edges->nfunctions = njoined;
}

/* Returns the number of the function around an address, or NO_FUNCTION. */
static ssize_t
function_at(
    const struct call_edges *edges, const struct executed *e, uint64_t address)
{
	const struct executed_instruction *at = executed_at(e, address);
	const struct hot_function wanted = {
	    .function = at == NULL ? NULL : at->function};
	const struct hot_function *found;

	if (wanted.function == NULL)
		return NO_FUNCTION;
	found = bsearch(&wanted, edges->functions, edges->nfunctions,
	    sizeof(*edges->functions), compare_start);
	return found == NULL ? NO_FUNCTION : found - edges->functions;
}

/* Returns the function that the stub at an address jumps to, if that is in the
 * object; stubs have no symbols. */
static ssize_t
function_behind(
    const struct call_edges *edges, const struct executed *e, uint64_t address)
{
	size_t low = 0, high = e->nbranches;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (e->branches[middle].from < address)
			low = middle + 1;
		else
			high = middle;
	}
	for (; address != 0 && low < e->nbranches &&
	       e->branches[low].from - address < STUB_SIZE;
	     low++)
		if (e->branches[low].to != 0)
			return function_at(edges, e, e->branches[low].to);
	return NO_FUNCTION;
}

static int
compare_edges(const void *a, const void *b)
{
	const struct call_edge *x = a, *y = b;

	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	return (x->callee > y->callee) - (x->callee < y->callee);
}

static void
add_calls(const struct executed *e, const struct hot_function *callee,
    int64_t *calls, int64_t count)
{
	if (__builtin_add_overflow(*calls, count, calls))
		cli_die("%s: the number of calls of %s does not fit in 64 bits",
		    e->code.path, callee->function->symbol);
}

static void
add_up(struct call_edges *edges, const struct executed *e)
{
	size_t n = 0;

	if (edges->n > 0)
		qsort(
		    edges->list, edges->n, sizeof(*edges->list), compare_edges);
	for (size_t i = 0; i < edges->n; i++) {
		const struct call_edge *edge = &edges->list[i];

		if (n == 0 || compare_edges(&edges->list[n - 1], edge) != 0)
			edges->list[n++] = *edge;
		else
			add_calls(e, &edges->functions[edge->callee],
			    &edges->list[n - 1].count, edge->count);
	}
	edges->n = n;
}

void
call_edges_find(struct call_edges *edges, const struct executed *e)
{
	*edges = (struct call_edges){0};
	add_functions(edges, e);
	if (edges->nfunctions == 0)
		cli_die(
		    "%s: no function has a name: it is stripped", e->code.path);
	for (size_t i = 0; i < e->nbranches; i++) {
		const struct branch *b = &e->branches[i];
		ssize_t caller = function_at(edges, e, b->from);
		ssize_t callee = function_at(edges, e, b->to);

		if (callee == NO_FUNCTION)
			callee = function_behind(edges, e, b->to);
		if (!b->is_call || callee == NO_FUNCTION || b->count == 0)
			continue;
		add_calls(e, &edges->functions[callee],
		    &edges->functions[callee].calls, b->count);
		if (caller == NO_FUNCTION)
			continue;
		edges->list =
		    cli_grow(edges->list, edges->n, sizeof(*edges->list));
		edges->list[edges->n++] = (struct call_edge){
		    (size_t)caller, (size_t)callee, b->count};
	}
	add_up(edges, e);
}

void
call_edges_release(struct call_edges *edges)
{
	free(edges->functions);
	free(edges->list);
}
