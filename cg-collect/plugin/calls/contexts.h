/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CONTEXTS_H
#define CGCOLLECT_CONTEXTS_H

#include "objects/activations.h"
#include "context_names.h"

#include "pub_tool_basics.h"

struct context;
struct context_costs;
struct cost;
struct path;
struct region;
struct share;

/* What distinguishes functions, as in Callgrind, or their whole stacks. */
struct context_rules {
	Int recursions; /* levels of recursion, 1 to MAX_CALLERS */
	Int callers;    /* callers in the name of a function, to MAX_CALLERS */
	Bool stacks;    /* all callers, in the tree of contexts */
	Bool cuts;      /* with stacks: the last level is on a stack once */
	/* with stacks: contexts are folded if they cost less than this part of all
	 * instructions, in billionths; 0: none are */
	Int least;
	/* of contexts, before the coldest ones are folded; 0: as many as are worth it */
	Int megabytes;
};

/*
 * All calls from one context to another, if they can be open several times; with stacks, at the
 * last level, between all contexts of their names.  Within a call, another one by the same
 * functions costs nothing more, wherever in the caller it is made: which instructions belong
 * to one line is not known yet.
 */
struct arc {
	struct activation active; /* on the stacks of threads and handlers */
	struct share *shares;     /* one a thread at most */
	Bool is_seen;             /* for callstack_settle */
};

/* The calls from one context to another by one instruction. */
struct edge {
	struct cost *site; /* the instruction */
	struct context *caller, *callee;
	struct arc *arc; /* NULL: no stack has it twice */
	ULong calls;
	ULong counts[]; /* inclusive, of the events that are counted */
};

/*
 * A context has costs of its own, and is never freed unless it is folded.  Without stacks, each
 * name has one context; if the function is skipped, it has one more for each call that leads to
 * it.
 *
 * With stacks, contexts are a tree: each has the context that called it and the
 * instruction of the call.  Recursion makes the tree deeper, up to a limit or, if the
 * rules say so, not at the last level: from there on, a function that is on the stack
 * at its last level returns to the context that it has there.  Cold contexts are folded
 * (see folding.h), into contexts without callers, one for each name.  There can be millions of
 * contexts, so what contexts of one name have in common is in the name.
 */
struct context {
	struct context_name *name;
	struct context *next_of_function;
	struct context
	    *elsewhere; /* found last by context_in_region, or NULL */
	/* of a skipped function: its costs belong to this context, at the
	 * instruction that called it or another one that is skipped; otherwise
	 * NULL */
	struct context *counted_in;
	struct cost *counted_at;
	/* with stacks: the counts of all contexts below that were folded, but for those that
	 * are below another one that was not, and then its own if its lines were;
	 * NULL: nothing was */
	ULong *folded;
	struct context *caller; /* NULL: it is the outermost one, or folded */
	Addr site;   /* the address of the call, in the object; or 0 */
	UInt *block; /* the counters of its segments; NULL: it has not run */
	struct context_costs
	    *costs;  /* of instructions, unless it is the first one */
	UInt nwords; /* of the block */
	/* with stacks */
	UInt
	    number; /* from 1 on, in the order in which contexts are made; 0: it is
			a folded one */
	UInt text_part, text_number; /* its number in a part of a profile */
	UInt depth;                  /* how many callers there are */
	UInt trail;                  /* the hash of the names on it */
	UInt callees; /* a Bloom filter of those that have it as their caller */
	Bool is_first;  /* of the function, in all threads */
	Bool is_folded; /* of many contexts; its callers are not known */
};

/* Returns the edge that comes after the context in memory, with stacks: the calls from its site.
 * It has none if its own site is NULL. */
static inline struct edge *
context_edge(struct context *context)
{
	return (struct edge *)(context + 1);
}

/* What becomes of a context when contexts are folded.  All zero: it stays as it is. */
struct fate {
	/* of its caller, or of what it is counted in, or NULL */
	struct fate *above;
	ULong own, inclusive; /* what it has cost, and all below it */
	/* it is kept for itself if the least cost is no more than that */
	ULong warmth;
	struct path *path; /* its functions and their callers */
	Bool is_kept;
	struct context *into; /* the context that takes its counts, or NULL */
	/* the kept context that it is folded below, or NULL */
	struct context *below;
	struct context *lines; /* what takes the counts of its lines, or NULL */
	ULong *known;          /* where they are added, too, or NULL */
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

/* Returns the rules. */
const struct context_rules *contexts_rules(void);

/* Is set to true when a context is made. */
extern Bool contexts_have_grown;

/* Returns how many contexts were made, with those that were freed. */
ULong contexts_made(void);

/* Returns how many bytes contexts have. */
SizeT contexts_memory(void);

/* Returns all contexts that are not folded ones, callers first.  The array is valid
 * until a context is made. */
struct context **contexts_in_order(UInt *ncontexts);

/* Calls the function for all contexts. */
typedef void contexts_visitor(struct context *context, void *arg);
void contexts_visit(contexts_visitor *visit, void *arg);

/* Returns new fates of these contexts. */
struct fate *contexts_begin_fates(void);

/* Forgets all fates. */
void contexts_end_fates(void);

/* Returns the fate of a context, which is valid until fates are forgotten.  All folded
 * contexts have the same. */
struct fate *context_fate(const struct context *context);

/* Returns the context without callers that the context is folded into; of a skipped
 * function: one that is counted in `caller`. */
struct context *
context_folded(const struct context *context, struct context *caller);

/* Return the counts of folded contexts below it, and of folded lines. */
ULong *context_folded_below(struct context *context);
ULong *context_folded_own(struct context *context);

/* Sets these counts to zero, of all contexts. */
void contexts_clear_folded(void);

/* Sets whether calls without contexts are cold from now on; see cold.h. */
void contexts_begin_cold(Bool are_cold);

/* Returns the context of a call that is cold so far, by the caller at the instruction. */
struct context *context_warm(const struct context *cold, struct context *caller,
    const struct cost *site);

/* Returns the hash of the names on a stack.  innermost: the hash of the innermost name; callers:
 * the hash of the names of its callers.  A stack has the same hash in each run. */
UInt context_trail(UInt innermost, UInt callers);

/* Frees the contexts that go into others.  Others have new numbers, so that fates must be
 * forgotten after that. */
void contexts_free_folded(void);

/*
 * Returns the context of a call of the function from the caller at the
 * instruction; both NULL if it was not called, then it is not skipped.  The
 * caller is not skipped.  The function's depth is its depth before the call.
 * is_new: the tree of contexts has no such call.  With stacks, a folded context is that
 * of a cold call.
 */
struct context *context_of(struct function *function, struct context *caller,
    struct cost *site, Bool is_new);

/* Returns the context of such a call if the tree of contexts has it, or NULL. */
struct context *
context_known(struct function *function, struct context *caller, Addr site);

/* Returns the context of an interpreter's function that runs a script. */
struct context *context_owned(struct function *function);

/* Returns the context that is the same in the region in use. */
struct context *context_in_region(struct context *context);

/* Returns the level of a call of the function now. */
UInt context_level(struct function *function);

/* True if it is the context of a call of the function from the context and
 * instruction that have called it before. */
Bool context_is_next(const struct context *context, struct function *function);

/* True if calls of the context can be open several times, in contexts of its name. */
Bool context_can_nest(const struct context *context);

#endif
