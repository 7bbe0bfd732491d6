/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings are the components of the graph of calls. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/calls/components.h"
#include "libquery/lower_bound.h"
#include "call_rings.h"

/* Compares a function with the one that a call calls. */
static int
compare(const void *element, const void *key)
{
	const struct code_function *f = element;
	const struct cg_target *target = key;
	int order = strcmp(f->object, target->object);

	if (order == 0)
		order = strcmp(f->file, target->file);
	return order != 0 ? order : strcmp(f->function, target->function);
}

/* Returns the number of the function that is called; nfunctions: it has no code. */
static size_t
find_called(const struct code_rows *rows, const struct cg_record *call)
{
	size_t i = lower_bound(&call->target, rows->functions, rows->nfunctions,
	    sizeof(*rows->functions), compare);

	return i < rows->nfunctions &&
		       compare(&rows->functions[i], &call->target) == 0
		   ? i
		   : rows->nfunctions;
}

static void
add_calls(const struct code_rows *rows, const struct code_function *f,
    struct edges *edges, size_t *nedges)
{
	for (size_t i = f->first_run; i < f->end_run; i++)
		for (size_t j = rows->runs[i].first; j < rows->runs[i].end;
		     j++) {
			struct cg_record row;
			size_t called;

			cg_profile_at(rows->rows, j, &row);
			if (row.kind != CG_CALL)
				continue;
			called = find_called(rows, &row);
			if (called == rows->nfunctions)
				continue;
			edges->heads = cli_grow(
			    edges->heads, *nedges, sizeof(*edges->heads));
			edges->heads[(*nedges)++] = called;
		}
}

void
call_rings_init(struct call_rings *rings, const struct code_rows *rows)
{
	size_t n = rows->nfunctions, nedges = 0;
	struct edges edges = {cli_alloc(n + 1, sizeof(*edges.first)), NULL};

	*rings = (struct call_rings){rows, cli_alloc(n, sizeof(*rings->ring))};
	for (size_t i = 0; i < n; i++) {
		edges.first[i] = nedges;
		add_calls(rows, &rows->functions[i], &edges, &nedges);
	}
	edges.first[n] = nedges;
	components_find(n, &edges, rings->ring);
	free(edges.first);
	free(edges.heads);
}

bool
call_rings_lead_back(const struct call_rings *rings,
    const struct code_function *function, const struct cg_record *call)
{
	size_t called = find_called(rings->rows, call);

	return called < rings->rows->nfunctions &&
	       rings->ring[called] ==
		   rings->ring[function - rings->rows->functions];
}

void
call_rings_release(struct call_rings *rings)
{
	free(rings->ring);
	*rings = (struct call_rings){.rows = NULL};
}
