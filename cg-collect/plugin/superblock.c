// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The translated superblocks and their segments, in which generated code counts
 * executions, and how these become costs.  When a superblock is discarded (its
 * code was unmapped or overwritten, or the translation table is full), its
 * counts are added to the cost table and its memory is freed.
 */
#include "superblock.h"
#include "callstack.h"
#include "jumps.h"
#include "lowmem.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/*
 * All translations of the code at one address.  There are several if the core
 * has redirected calls of other functions to it: it is translated once for each
 * of them, and once more if it is called under its own name.
 */
struct superblock {
	struct superblock *next;
	Addr addr;
	UInt ntranslations;
	struct segment *segments;
	struct transfer *transfers;
};

static struct {
	VgHashTable *table;
	struct pool hot_segments, counters;
} superblocks = {
    .hot_segments.size = sizeof(struct hot_segment),
    .counters.size = sizeof(ULong),
};

/* The line of a segment that fetches nothing. */
static struct code_line never_absent = {.last_use = 1};

struct superblock *
superblock_new(Addr addr)
{
	struct superblock *superblock;

	if (!superblocks.table)
		superblocks.table = VG_(HT_construct)("cgcollect.superblocks");
	superblock = VG_(HT_lookup)(superblocks.table, addr);
	if (superblock) {
		superblock->ntranslations++;
		return superblock;
	}
	superblock = VG_(malloc)("cgcollect.superblock", sizeof *superblock);
	superblock->addr = addr;
	superblock->ntranslations = 1;
	superblock->segments = NULL;
	superblock->transfers = NULL;
	VG_(HT_add_node)(superblocks.table, superblock);
	return superblock;
}

/* Adds the counter of the segment's executions, alone or as the first member of
 * a hot segment. */
static void
add_counter(struct segment *segment, const struct segment_parts *parts)
{
	struct hot_segment *hot;

	if (parts->nfetches + parts->naccesses == 0 && !parts->mispredicted) {
		segment->executions = pool_take(&superblocks.counters);
		return;
	}
	hot = pool_take(&superblocks.hot_segments);
	hot->code[0] = &never_absent;
	hot->nlines = parts->nlines > 0 ? (UShort)parts->nlines : 1;
	for (UInt i = 0; i < parts->nlines; i++)
		hot->code[i] = parts->lines[i];
	for (UInt i = 0; i < parts->naccesses; i++)
		hot->last_byte[i] = (UShort)(parts->accesses[i].size - 1);
	for (UInt i = 0; i < parts->naccesses; i++)
		hot->data +=
		    parts->accesses[i].event == EV_DR ? 1 : (ULong)1 << 32;
	hot->segment = segment;
	hot->branch = parts->branch;
	segment->hot = hot;
	segment->executions = &hot->executions;
}

/* Adds it to the list of its function. */
static void
add_to_function(struct segment *segment, struct function *function)
{
	segment->link = &function->segments;
	segment->next_of_function = function->segments;
	if (function->segments)
		function->segments->link = &segment->next_of_function;
	function->segments = segment;
}

static void
remove_from_function(struct segment *segment)
{
	*segment->link = segment->next_of_function;
	if (segment->next_of_function)
		segment->next_of_function->link = segment->link;
}

/* Allocates one piece of memory, because all of it is used together. */
struct segment *
superblock_add_segment(
    struct superblock *superblock, const struct segment_parts *parts)
{
	SizeT fetches = parts->nfetches * sizeof(struct fetch);
	SizeT accesses = parts->naccesses * sizeof(struct access);
	SizeT steps = parts->nsteps * sizeof(struct step);
	struct segment *segment = VG_(malloc)(
	    "cgcollect.segment", sizeof *segment + fetches + accesses + steps);

	*segment = (struct segment){
	    .next = superblock->segments,
	    .function = parts->function,
	    .address = parts->address,
	    .mispredicted = (UChar)parts->mispredicted,
	    .nfetches = (UChar)parts->nfetches,
	    .naccesses = (UChar)parts->naccesses,
	    .nsteps = (UChar)parts->nsteps,
	};
	VG_(memcpy)(segment->fetches, parts->fetches, fetches);
	VG_(memcpy)(segment_accesses(segment), parts->accesses, accesses);
	VG_(memcpy)((void *)segment_steps(segment), parts->steps, steps);
	for (UInt i = 0; i < parts->nsteps; i++)
		segment->ninstructions += parts->steps[i].counts[EV_IR];
	add_counter(segment, parts);
	if (callstack_is_used())
		add_to_function(segment, parts->function);
	superblock->segments = segment;
	return segment;
}

struct transfer *
superblock_add_transfer(
    struct superblock *superblock, const struct transfer *parts)
{
	struct transfer *transfer =
	    VG_(malloc)("cgcollect.transfer", sizeof *transfer);

	*transfer = *parts;
	transfer->next = superblock->transfers;
	superblock->transfers = transfer;
	return transfer;
}

static struct cost **
find_costs(struct segment *segment)
{
	SizeT size = segment->nsteps * sizeof(struct cost *);

	if (segment->costs)
		return segment->costs;
	segment->costs = VG_(malloc)("cgcollect.segment_costs", size);
	for (UInt i = 0; i < segment->nsteps; i++)
		segment->costs[i] = cost_find(
		    segment->function, segment_step_address(segment, i));
	return segment->costs;
}

/* Returns the context that holds the slot, NULL for the first one. */
static const struct context *
context_in(const struct segment *segment, UWord slot)
{
	return segment->function->in_slot[slot != 0];
}

/* Counts what n executions of the step add to each event. */
static void
add_step(const struct segment *segment, UInt step, ULong n, ULong *counts)
{
	const struct step *s = &segment_steps(segment)[step];

	for (UInt i = 0; i < STEP_EVENTS; i++)
		if (s->counts[i] > 0)
			counts[step_events[i]] += n * s->counts[i];
}

static ULong
mispredictions_in(const struct segment *segment, UWord slot)
{
	return segment->mispredicted
		   ? *lowmem_in_slot(&segment->hot->mispredictions, slot)
		   : 0;
}

static void
clear_slot(const struct segment *segment, UWord slot)
{
	*lowmem_in_slot(segment->executions, slot) = 0;
	if (segment->mispredicted)
		*lowmem_in_slot(&segment->hot->mispredictions, slot) = 0;
}

static void
settle_jumps(struct segment *segment, UWord slot)
{
	ULong n = *lowmem_in_slot(segment->executions, slot);
	const struct context *context = context_in(segment, slot);

	if (segment->executed)
		jump_in(segment->executed, context)->executed += n;
	if (segment->passed)
		jump_in(segment->passed, context)->passed += n;
}

/* Adds the executions so far in the slot to the costs, in the context that
 * holds the slot. */
static void
settle_slot(struct segment *segment, UWord slot)
{
	ULong n = *lowmem_in_slot(segment->executions, slot);
	const struct context *context = context_in(segment, slot);
	struct cost **costs;

	if (n == 0)
		return;
	costs = find_costs(segment);
	for (UInt i = 0; i < segment->nsteps; i++)
		add_step(segment, i, n, cost_counts(costs[i], context));
	if (segment->mispredicted)
		cost_counts(costs[segment->nsteps - 1],
		    context)[segment->mispredicted] +=
		    mispredictions_in(segment, slot);
	settle_jumps(segment, slot);
	clear_slot(segment, slot);
}

static void
settle(struct segment *segment)
{
	settle_slot(segment, 0);
	if (callstack_is_used())
		settle_slot(segment, SECOND_SLOT);
}

void
superblocks_take_slot(struct context *context)
{
	struct function *function = context->function;
	struct context **holder = &function->in_slot[context->slot != 0];

	if (*holder)
		for (struct segment *segment = function->segments; segment;
		     segment = segment->next_of_function)
			settle_slot(segment, context->slot);
	*holder = context;
}

void
superblock_discard(Addr addr)
{
	struct superblock *superblock = VG_(HT_lookup)(superblocks.table, addr);

	tl_assert(superblock);
	if (--superblock->ntranslations > 0)
		return;
	VG_(HT_remove)(superblocks.table, addr);

	struct segment *segment = superblock->segments;

	while (segment) {
		struct segment *next = segment->next;

		settle(segment);
		if (callstack_is_used())
			remove_from_function(segment);
		VG_(free)(segment->costs);
		if (segment->hot)
			pool_give(&superblocks.hot_segments, segment->hot);
		else
			pool_give(&superblocks.counters, segment->executions);
		VG_(free)(segment);
		segment = next;
	}
	while (superblock->transfers) {
		struct transfer *next = superblock->transfers->next;

		VG_(free)(superblock->transfers);
		superblock->transfers = next;
	}
	VG_(free)(superblock);
}

typedef void
segment_visitor(struct segment *segment, UWord slot, void *context);

/* Calls the function for each segment and slot. */
static void
visit_segments(segment_visitor *visit, void *context)
{
	struct superblock *superblock;

	if (!superblocks.table)
		return;
	VG_(HT_ResetIter)(superblocks.table);
	while ((superblock = VG_(HT_Next)(superblocks.table)))
		for (struct segment *segment = superblock->segments; segment;
		     segment = segment->next) {
			visit(segment, 0, context);
			if (callstack_is_used())
				visit(segment, SECOND_SLOT, context);
		}
}

static void
settle_segment(struct segment *segment, UWord slot, void *context)
{
	settle_slot(segment, slot);
}

void
superblocks_settle(void)
{
	visit_segments(settle_segment, NULL);
}

static void
clear_segment(struct segment *segment, UWord slot, void *context)
{
	clear_slot(segment, slot);
}

void
superblocks_clear(void)
{
	visit_segments(clear_segment, NULL);
}

static void
add_up_segment(struct segment *segment, UWord slot, void *context)
{
	ULong n = *lowmem_in_slot(segment->executions, slot);
	ULong *totals = context;

	if (n == 0)
		return;
	for (UInt i = 0; i < segment->nsteps; i++)
		add_step(segment, i, n, totals);
	if (segment->mispredicted)
		totals[segment->mispredicted] +=
		    mispredictions_in(segment, slot);
}

void
superblocks_total(ULong totals[NEVENTS])
{
	VG_(memset)(totals, 0, NEVENTS * sizeof *totals);
	costs_add_up(totals);
	visit_segments(add_up_segment, totals);
}

/* the function that superblocks_visit calls */
struct step_visitor {
	superblocks_visitor *visit;
};

static void
visit_steps(struct segment *segment, UWord slot, void *context)
{
	const struct step_visitor *visitor = context;
	ULong n = *lowmem_in_slot(segment->executions, slot);

	for (UInt i = 0; i < segment->nsteps; i++) {
		ULong counts[NEVENTS] = {0};

		add_step(segment, i, n, counts);
		if (segment->mispredicted && i + 1u == segment->nsteps)
			counts[segment->mispredicted] =
			    mispredictions_in(segment, slot);
		visitor->visit(segment->function, context_in(segment, slot),
		    segment_step_address(segment, i), counts);
	}
}

void
superblocks_visit(superblocks_visitor *visit)
{
	struct step_visitor visitor = {visit};

	visit_segments(visit_steps, &visitor);
}
