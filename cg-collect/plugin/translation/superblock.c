// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The translated superblocks and their segments, in which generated code counts
 * executions, and how these become costs.  When a superblock is discarded (its
 * code was unmapped or overwritten, or the translation table is full), its
 * counts are added to the cost table and its memory is freed.
 */
#include "calls/blocks.h"
#include "calls/callgraph.h"
#include "calls/jumps.h"
#include "data/data.h"
#include "modes.h"
#include "simulation/lowmem.h"
#include "superblock.h"

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

static UInt
ncounters(const struct segment *segment)
{
	return segment->mispredicted ? 2 : 1;
}

static struct hot_segment *
new_hot_segment(struct segment *segment, const struct segment_parts *parts)
{
	struct hot_segment *hot = pool_take(&superblocks.hot_segments);

	hot->code[0] = &never_absent;
	hot->nlines = parts->nlines > 0 ? (UShort)parts->nlines : 1;
	for (UInt i = 0; i < parts->nlines; i++)
		hot->code[i] = parts->lines[i];
	for (UInt i = 0; i < parts->naccesses; i++)
		hot->last_byte[i] = (UShort)(parts->accesses[i].size - 1);
	for (UInt i = 0; i < parts->naccesses; i++)
		if (parts->accesses[i].kind == ACCESS_WRITES)
			hot->writes |= (UShort)(1u << i);
	for (UInt i = 0; i < parts->naccesses; i++)
		hot->data +=
		    parts->accesses[i].event == EV_DR ? 1 : (ULong)1 << 32;
	hot->segment = segment;
	hot->branch = parts->branch;
	return hot;
}

/* Adds the counters of the segment: in the blocks of its function, in the hot
 * segment, or alone. */
static void
add_counters(struct segment *segment, const struct segment_parts *parts)
{
	if (parts->nfetches + parts->naccesses > 0 || parts->mispredicted)
		segment->hot = new_hot_segment(segment, parts);
	if (modes.calls) {
		segment->counter =
		    block_reserve(segment->function, ncounters(segment));
		block_weigh(segment->function, segment->counter,
		    segment->ninstructions);
		if (segment->mispredicted)
			block_weigh(segment->function,
			    segment->counter + sizeof(UInt),
			    MISPREDICTION_WEIGHT);
		if (segment->hot)
			segment->hot->counter = segment->counter;
	} else if (segment->hot) {
		segment->counter = (UWord)segment->hot->counts;
	} else {
		segment->counter = (UWord)pool_take(&superblocks.counters);
	}
}

static void
give_counters_back(struct segment *segment)
{
	if (modes.calls)
		block_release(
		    segment->function, segment->counter, ncounters(segment));
	else if (!segment->hot)
		pool_give(&superblocks.counters, (void *)segment->counter);
	if (segment->hot)
		pool_give(&superblocks.hot_segments, segment->hot);
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
	SizeT flows =
	    modes.forwarding ? parts->naccesses * sizeof(struct data_flow) : 0;
	struct segment *segment = VG_(malloc)("cgcollect.segment",
	    sizeof *segment + fetches + accesses + steps + flows);

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
	VG_(memcpy)(segment_flows(segment), parts->flows, flows);
	for (UInt i = 0; i < parts->nsteps; i++)
		segment->ninstructions += parts->steps[i].counts[EV_IR];
	add_counters(segment, parts);
	if (modes.calls)
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

/* Counts what n executions of the step add to each event. */
static void
add_step(const struct segment *segment, UInt step, ULong n, ULong *counts)
{
	const struct step *s = &segment_steps(segment)[step];

	for (UInt i = 0; i < STEP_EVENTS; i++)
		if (s->counts[i] > 0)
			counts[step_events[i]] += n * s->counts[i];
}

/* The executions of a segment in one context, which is NULL without --calls. */
struct tally {
	struct segment *segment;
	const struct context *context;
	UInt *counters;
};

static ULong
mispredictions_of(const struct tally *tally)
{
	return tally->segment->mispredicted ? tally->counters[1] : 0;
}

static void
clear(const struct tally *tally, void *arg)
{
	for (UInt i = 0; i < ncounters(tally->segment); i++)
		tally->counters[i] = 0;
}

static void
settle_jumps(const struct tally *tally)
{
	const struct segment *segment = tally->segment;
	ULong n = tally->counters[0];

	if (segment->executed)
		jump_in(segment->executed, tally->context)->executed += n;
	if (segment->passed)
		jump_in(segment->passed, tally->context)->passed += n;
}

/* Adds what n executions of the step count to its cost. */
static void
settle_step(const struct tally *tally, UInt step, ULong n, struct cost *cost)
{
	const struct step *s = &segment_steps(tally->segment)[step];

	for (UInt i = 0; i < STEP_EVENTS; i++)
		if (s->counts[i] > 0)
			cost_add(cost, tally->context, step_events[i],
			    n * s->counts[i]);
}

/* Adds the executions so far to the costs. */
static void
settle(const struct tally *tally, void *arg)
{
	struct segment *segment = tally->segment;
	ULong n = tally->counters[0];
	struct cost **costs;

	if (n == 0)
		return;
	costs = find_costs(segment);
	for (UInt i = 0; i < segment->nsteps; i++)
		settle_step(tally, i, n, costs[i]);
	if (segment->mispredicted)
		cost_add(costs[segment->nsteps - 1], tally->context,
		    segment->mispredicted, mispredictions_of(tally));
	settle_jumps(tally);
	clear(tally, NULL);
}

typedef void tally_visitor(const struct tally *tally, void *arg);

static void
visit_in_context(struct segment *segment, const struct context *context,
    tally_visitor *visit, void *arg)
{
	struct tally tally = {segment, context,
	    context ? block_words(context, segment->counter, ncounters(segment))
		    : (UInt *)segment->counter};

	if (tally.counters)
		visit(&tally, arg);
}

/* Calls the function for each context of the segment. */
static void
visit_segment(struct segment *segment, tally_visitor *visit, void *arg)
{
	if (!modes.calls) {
		visit_in_context(segment, NULL, visit, arg);
		return;
	}
	for (const struct context *context = segment->function->contexts;
	     context; context = context->next_of_function)
		visit_in_context(segment, context, visit, arg);
}

static void
retire(struct superblock *superblock)
{
	struct segment *segment = superblock->segments;

	while (segment) {
		struct segment *next = segment->next;

		visit_segment(segment, settle, NULL);
		if (modes.calls)
			remove_from_function(segment);
		give_counters_back(segment);
		VG_(free)(segment->costs);
		VG_(free)(segment);
		segment = next;
	}
	while (superblock->transfers) {
		struct transfer *next = superblock->transfers->next;

		VG_(free)(superblock->transfers);
		superblock->transfers = next;
	}
	superblock->segments = NULL;
}

void
superblock_discard(Addr addr)
{
	struct superblock *superblock = VG_(HT_lookup)(superblocks.table, addr);

	tl_assert(superblock);
	if (--superblock->ntranslations > 0)
		return;
	VG_(HT_remove)(superblocks.table, addr);
	retire(superblock);
	VG_(free)(superblock);
}

void
superblocks_retire(void)
{
	struct superblock *superblock;

	if (!superblocks.table)
		return;
	VG_(HT_ResetIter)(superblocks.table);
	while ((superblock = VG_(HT_Next)(superblocks.table)))
		retire(superblock);
}

/* Calls the function for each segment of the context's function. */
static void
visit_context(const struct context *context, tally_visitor *visit, void *arg)
{
	for (struct segment *segment = context->name->function->segments;
	     segment; segment = segment->next_of_function)
		visit_in_context(segment, context, visit, arg);
}

struct context_visitor {
	tally_visitor *visit;
	void *arg;
};

static void
visit_one_of_all(struct context *context, void *arg)
{
	const struct context_visitor *visitor = arg;

	visit_context(context, visitor->visit, visitor->arg);
}

static void
visit_all(tally_visitor *visit, void *arg)
{
	struct superblock *superblock;

	if (modes.calls) {
		contexts_visit(
		    visit_one_of_all, &(struct context_visitor){visit, arg});
		return;
	}
	if (!superblocks.table)
		return;
	VG_(HT_ResetIter)(superblocks.table);
	while ((superblock = VG_(HT_Next)(superblocks.table)))
		for (struct segment *segment = superblock->segments; segment;
		     segment = segment->next)
			visit_segment(segment, visit, arg);
}

void
superblocks_settle(void)
{
	visit_all(settle, NULL);
}

void
superblocks_settle_context(const struct context *context)
{
	visit_context(context, settle, NULL);
}

static void
settle_if_many(const struct tally *tally, void *arg)
{
	if (tally->counters[0] >= MANY_EXECUTIONS)
		settle(tally, arg);
}

void
superblocks_run(ULong nblocks)
{
	static ULong checked;

	if (nblocks - checked < MANY_EXECUTIONS / 2)
		return;
	checked = nblocks;
	visit_all(settle_if_many, NULL);
}

UInt
superblocks_count(void)
{
	return superblocks.table ? VG_(HT_count_nodes)(superblocks.table) : 0;
}

void
superblocks_clear(void)
{
	visit_all(clear, NULL);
}

static void
add_up(const struct tally *tally, void *totals)
{
	const struct segment *segment = tally->segment;
	ULong n = tally->counters[0];

	if (n == 0)
		return;
	for (UInt i = 0; i < segment->nsteps; i++)
		add_step(segment, i, n, totals);
	if (segment->mispredicted)
		((ULong *)totals)[segment->mispredicted] +=
		    mispredictions_of(tally);
}

void
superblocks_total(ULong totals[NEVENTS])
{
	VG_(memset)(totals, 0, NEVENTS * sizeof *totals);
	costs_add_up(totals);
	visit_all(add_up, totals);
}

void
superblocks_add_context(const struct context *context, ULong counts[NEVENTS])
{
	visit_context(context, add_up, counts);
}

/* the function that superblocks_visit calls */
struct step_visitor {
	costs_visitor *visit;
};

static void
visit_steps(const struct tally *tally, void *arg)
{
	const struct step_visitor *visitor = arg;
	const struct segment *segment = tally->segment;
	ULong n = tally->counters[0];

	if (tally->context && n == 0)
		return;
	for (UInt i = 0; i < segment->nsteps; i++) {
		ULong counts[NEVENTS] = {0};

		add_step(segment, i, n, counts);
		if (segment->mispredicted && i + 1u == segment->nsteps)
			counts[segment->mispredicted] =
			    mispredictions_of(tally);
		visitor->visit(segment->function, tally->context,
		    segment_step_address(segment, i), counts);
	}
}

void
superblocks_visit(costs_visitor *visit)
{
	struct step_visitor visitor = {visit};

	visit_all(visit_steps, &visitor);
}

void
superblocks_visit_context(const struct context *context, costs_visitor *visit)
{
	struct step_visitor visitor = {visit};

	visit_context(context, visit_steps, &visitor);
}
