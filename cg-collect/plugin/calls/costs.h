/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COSTS_H
#define CGCOLLECT_COSTS_H

#include "events.h"

#include "pub_tool_basics.h"

struct context;
struct edge;
struct function;

/* How often an event happened at an instruction in a context that is not the first one of its
 * function.  Most instructions have counts of one or two events, of dozens. */
struct count {
	struct cost *cost; /* NULL: there is none */
	ULong event : 8;
	ULong n : 56;
};

/* The counts of a context, at places that depend on instructions and events. */
struct context_costs {
	UInt n,
	    mask; /* how many; the number of places, a power of two, less one */
	struct count list[];
};

/* The cost of one instruction. */
struct cost {
	struct cost *next;
	UWord hash;
	struct function *owner;
	Addr address; /* in the object; 0: not known */
	struct cost *next_of_function;
	struct edge *folded; /* of a call by it, found last; or NULL */
	ULong counts[];      /* with --calls, in the first context */
};

/* Call once when the modes are set, before the first cost_at. */
void costs_init(void);

/* Returns how many events are counted, the first ones. */
UInt costs_nevents(void);

/* Returns the cost of the instruction at an address in the object.  It stays
 * valid for good, even if the code is unmapped. */
struct cost *cost_find(struct function *owner, Addr address);

/* The same for the instruction at addr in memory. */
struct cost *cost_at(Addr addr);

/* Finds what to call cost_find with for it. */
struct function *cost_place(Addr addr, Addr *address);

/* Counts n events of the instruction in a context of the function, NULL: the first one. */
void
cost_add(struct cost *cost, const struct context *context, UInt event, ULong n);

/* Counts an event of the instruction in a context that is not the first one, later. */
void cost_note(struct cost *cost, const struct context *context, UInt event);

/* Counts what was noted.  The functions below do it themselves; call before counts are
 * read without them. */
void costs_count_noted(void);

/* True if the counts make a row.  Code that was translated but never executed
 * has rows of zeros, as in Cachegrind, unless the modes say otherwise. */
Bool costs_have_row(const ULong *counts);

/* Calls the function for each instruction that has counts in the context, which is not the first
 * one of its function, in no order. */
typedef void costs_visitor(struct function *function,
    const struct context *context, Addr address, const ULong *counts);
void costs_visit_context(const struct context *context, costs_visitor *visit);

#define MISPREDICTION_WEIGHT 10

/* Returns what events cost, in instructions: Valgrind's estimate of cycles, CEst,
 * which is the number of instructions if nothing else is simulated. */
ULong costs_estimate(const ULong *counts);

/* Returns the same of the context's counts, without executions that are in no cost yet and
 * events that were noted. */
ULong costs_estimate_context(const struct context *context);

/* Gives the counts of the context away if its fate says so. */
void costs_fold(struct context *context);

/* Forgets the counts of the context. */
void costs_free(struct context *context);

/* Returns how many bytes the counts of contexts have that are not the first of their
 * functions. */
SizeT costs_memory_of_contexts(void);

/* Adds all counts to the total of each event. */
void costs_add_up(ULong totals[NEVENTS]);

/* Sets all counts to zero, and omits rows of zeros. */
void costs_clear(void);

#endif
