/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_COSTS_H
#define CGCOLLECT_COSTS_H

#include "events.h"

#include "pub_tool_basics.h"

struct context;
struct edge;
struct function;

/* Counts of an instruction in one context of its function. */
struct context_counts {
	struct cost *cost;
	const struct context *context;
	struct context_counts *next_of_cost, *next_of_context;
	ULong counts[];
};

/* The cost of one instruction. */
struct cost {
	struct cost *next;
	UWord hash;
	struct function *owner;
	Addr address; /* in the object; 0: not known */
	struct cost *next_of_function;
	struct context_counts *others; /* newest first */
	struct context_counts *recent; /* of these, found last */
	/* its context, here because the counts are in no cache; NULL: there is none */
	const struct context *recent_of;
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

/* Returns the counts in a context of the function, NULL for the first one.
 * They stay valid until the context is folded. */
ULong *cost_counts(struct cost *cost, const struct context *context);

/* Counts an event of the instruction in a context that is not the first one, later. */
void cost_note(struct cost *cost, const struct context *context, UInt event);

/* Counts what was noted.  The functions below do it themselves; call before counts are
 * read without them. */
void costs_count_noted(void);

/* True if the counts make a row.  Code that was translated but never executed
 * has rows of zeros, as in Cachegrind, unless the modes say otherwise. */
Bool costs_have_row(const ULong *counts);

/* Calls the function for each row, with the context whose counts they are; NULL:
 * the function has none. */
typedef void costs_visitor(struct function *function,
    const struct context *context, Addr address, const ULong *counts);
void costs_visit(costs_visitor *visit);

#define MISPREDICTION_WEIGHT 10

/* Returns what events cost, in instructions: Valgrind's estimate of cycles, CEst,
 * which is the number of instructions if nothing else is simulated. */
ULong costs_estimate(const ULong *counts);

/* Adds the estimate of each context to its own cost. */
void costs_add_estimates(void);

/* Gives the counts of lines away if their context says so. */
void costs_fold(void);

/* Returns how many bytes the counts of contexts have that are not the first of their
 * functions. */
SizeT costs_memory_of_contexts(void);

/* Adds all counts to the total of each event. */
void costs_add_up(ULong totals[NEVENTS]);

/* Sets all counts to zero, and omits rows of zeros. */
void costs_clear(void);

#endif
