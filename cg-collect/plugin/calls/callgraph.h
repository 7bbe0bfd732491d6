/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CALLGRAPH_H
#define CGCOLLECT_CALLGRAPH_H

#include "events.h"
#include "objects/functions.h"

#include "pub_tool_basics.h"

struct cost;
struct region;

/* the most callers and levels of recursion in a name */
#define MAX_CALLERS 100

/* What distinguishes functions, as in Callgrind, or their whole stacks. */
struct context_rules {
	Int recursions; /* levels of recursion, 1 to MAX_CALLERS */
	Int callers;    /* callers in the name of a function, to MAX_CALLERS */
	Bool stacks;    /* all callers, in the tree of contexts */
	Int max_contexts; /* in this tree */
};

/* A thread of the program, if threads are separated.  It is never freed. */
struct context_thread {
	UInt number; /* from 1 on, in the order in which they began to run */
	Bool has_ended;
};

/*
 * A function as the rules distinguish it: by level of recursion, callers,
 * thread, and region of the program.  It is never freed.
 *
 * With stacks, contexts are a tree: each has the context that called it and the
 * instruction of the call.  A function that is on the stack at its last level
 * returns to the context that it has there, so the tree is no deeper than there
 * are functions and levels.  When there are too many contexts, new calls are
 * counted in lost ones, one for each function, level and thread.
 */
struct context {
	struct context *next; /* in the table */
	UWord hash;
	struct context *next_of_function;
	struct function *function;
	const struct context_thread *thread; /* NULL: all threads */
	struct region *region;               /* NULL: outside of all */
	struct context
	    *elsewhere; /* found last by context_in_region, or NULL */
	UInt level;     /* 0: not recursive */
	ULong *block;   /* the counters of its segments; NULL: it has not run */
	UInt nwords;    /* of the block */
	Bool is_first;  /* of the function, in all threads */
	const HChar *name; /* in a profile; interned */
	struct text_name text_name;
	/* of a skipped function: its costs belong to this context, at the
	 * instruction that called it or another one that is skipped; otherwise
	 * NULL */
	struct context *counted_in;
	struct cost *counted_at;
	/* with stacks, the first context of this name; otherwise itself */
	struct context *named;
	/* with stacks */
	struct context *caller; /* NULL: it is the outermost one, or lost */
	Addr site;   /* the address of the call, in the object; or 0 */
	UInt number; /* from 1 on, in the order in which contexts are made */
	UInt text_part, text_number; /* its number in a part of a profile */
	Bool is_lost;                /* its callers are not known */
	Int ncallers;
	struct function *callers[]; /* the last one first */
};

/* Sets the rules.  Call before the first context. */
void contexts_init(const struct context_rules *rules);

/* Returns a new thread, or NULL if threads are not separated. */
struct context_thread *context_thread_new(void);

/* Sets the thread of the contexts that are found from now on, and its stack. */
void contexts_use_thread(
    const struct context_thread *thread, struct activations *stack);

/* Sets the region of the contexts that are found from now on. */
void contexts_use_region(struct region *region);

/* Makes a context for each function that has counts, so that these are of no
 * region. */
void contexts_for_counts_so_far(void);

/* True if contexts have the whole stack. */
Bool contexts_are_stacks(void);

/* Returns how many contexts there can be that are not lost. */
Int contexts_limit(void);

/*
 * Returns the context of a call of the function from the caller at the
 * instruction; both NULL if it was not called, then it is not skipped.  The
 * caller is not skipped.  The function's depth is its depth before the call.
 */
struct context *context_of(
    struct function *function, struct context *caller, struct cost *site);

/* Returns the context that is the same in the region in use. */
struct context *context_in_region(struct context *context);

/* True if it is the context of a call of the function from the context and
 * instruction that have called it before. */
Bool context_is_next(const struct context *context, struct function *function);

/* The part of the cost of calls from the current window of a thread. */
struct share {
	struct share *next;
	const void *thread;
	ULong window; /* its number */
	ULong counts[NEVENTS];
};

/*
 * All calls from one context to another.  Within a call, another one by the same
 * functions costs nothing more, wherever in the caller it is made: which
 * instructions belong to one line is not known yet.
 */
struct arc {
	struct arc *next;
	UWord hash;
	struct context *caller, *callee;
	struct activation active; /* on the stacks of threads and handlers */
	Bool is_seen;             /* for callstack_settle */
	struct share *shares;     /* one a thread at most */
};

/* The calls of an arc from one instruction. */
struct edge {
	struct edge *next;
	UWord hash;
	struct cost *site; /* the instruction */
	struct arc *arc;
	ULong calls;
	ULong counts[NEVENTS]; /* inclusive */
};

/* Returns the edge, which is never freed. */
struct edge *
edge_find(struct cost *site, struct context *caller, struct context *callee);

/* Returns the edge of a call of the function now.  If the caller is skipped, its
 * own caller calls. */
struct edge *edge_of_call(
    struct cost *site, struct context *caller, struct function *function);

/* Call when functions are skipped that were not skipped before. */
void edges_skip_again(void);

/* Returns the share of the thread in the window.  It is zero at first. */
struct share *arc_share(struct arc *arc, const void *thread, ULong window);

/* Returns all edges, in no order; the caller frees the array. */
struct edge **edges_all(UInt *nedges);

/* Sets all counts to zero. */
void edges_clear(void);

#endif
