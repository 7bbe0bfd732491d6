/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CALLGRAPH_H
#define CGCOLLECT_CALLGRAPH_H

#include "contexts.h"
#include "events.h"

#include "pub_tool_basics.h"

/* The part of the cost of calls from the current window of a thread. */
struct share {
	struct share *next;
	const void *thread;
	ULong window; /* its number */
	ULong counts[NEVENTS];
};

/* A call of the edge begins on the stack. */
static inline void
edge_open(const struct edge *edge, struct activations *stack)
{
	if (edge->arc)
		(*activation_on(&edge->arc->active, stack))++;
}

/* It ends.  Returns True if no call of the arc is open any more. */
static inline Bool
edge_close(const struct edge *edge, struct activations *stack)
{
	return !edge->arc || --*activation_on(&edge->arc->active, stack) == 0;
}

/* No call of the edge is open on the stack any more. */
static inline void
edge_close_all(const struct edge *edge, struct activations *stack)
{
	if (edge->arc)
		*activation_on(&edge->arc->active, stack) = 0;
}

/* True if a call of the edge's arc is open on the stack, so that another one can be. */
static inline Bool
edge_is_open(const struct edge *edge, struct activations *stack)
{
	return edge->arc && *activation_on(&edge->arc->active, stack) > 0;
}

/* Returns the edge, which lives until its contexts are folded. */
struct edge *
edge_find(struct cost *site, struct context *caller, struct context *callee);

/* Returns the edge of a call of the function now.  If the caller is skipped, its
 * own caller calls. */
struct edge *edge_of_call(
    struct cost *site, struct context *caller, struct function *function);

/* Call when a call from an edge's caller could lead elsewhere than before: when
 * functions are skipped that were not skipped, or contexts were folded. */
void edges_find_again(void);

/* Returns the share of the thread in the window in the calls of the edge's arc, or between the
 * same contexts.  It is zero at first. */
struct share *
edge_share(const struct edge *edge, const void *thread, ULong window);

/* Call before the first edge. */
void edges_init(void);

/* Returns how many bytes edges have. */
SizeT edges_memory(void);

/* Gives the calls of and by the contexts that are folded to what they are folded
 * into.  Call before these contexts are freed. */
void edges_fold(void);

/* Returns all edges, in no order; the caller frees the array. */
struct edge **edges_all(UInt *nedges);

/* Sets all counts to zero. */
void edges_clear(void);

#endif
