// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The translated superblocks and their segments, in which generated code counts
 * executions, and how these become costs.  When a superblock is discarded (its
 * code was unmapped or overwritten, or the translation table is full), its
 * counts are added to the cost table and its memory is freed.
 */
#include "superblock.h"
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

	if (parts->nfetches + parts->naccesses == 0 && !parts->branch_cost) {
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
	segment->function = function;
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
	SizeT accesses = parts->naccesses * sizeof(struct access);
	SizeT fetches = parts->nfetches * sizeof(struct fetch);
	SizeT increments = parts->nincrements * sizeof(struct increment);
	const struct cost *cost;
	struct segment *segment = VG_(malloc)("cgcollect.segment",
	    sizeof *segment + accesses + fetches + increments);

	*segment = (struct segment){
	    .next = superblock->segments,
	    .branch = parts->branch_cost,
	    .mispredicted = parts->mispredicted,
	    .nfetches = parts->nfetches,
	    .naccesses = parts->naccesses,
	    .nincrements = parts->nincrements,
	    .accesses = (struct access *)(segment + 1),
	};
	segment->fetches =
	    (struct fetch *)(segment->accesses + parts->naccesses);
	segment->increments =
	    (struct increment *)(segment->fetches + parts->nfetches);
	VG_(memcpy)(segment->accesses, parts->accesses, accesses);
	VG_(memcpy)(segment->fetches, parts->fetches, fetches);
	VG_(memcpy)(segment->increments, parts->increments, increments);
	for (UInt i = 0; i < parts->nincrements; i++)
		if (parts->increments[i].event == EV_IR)
			segment->ninstructions += parts->increments[i].n;
	add_counter(segment, parts);
	cost = parts->nincrements > 0 ? parts->increments[0].cost
				      : parts->branch_cost;
	if (cost && cost->owner)
		add_to_function(segment, cost->owner);
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

/* Adds the executions so far in the slot to the costs, in the context that
 * holds the slot. */
static void
settle_slot(struct segment *segment, UWord slot)
{
	ULong *executions = lowmem_in_slot(segment->executions, slot);
	const struct function *function = segment->function;
	const struct context *context =
	    function ? function->in_slot[slot != 0] : NULL;

	if (*executions == 0)
		return;
	for (UInt i = 0; i < segment->nincrements; i++) {
		const struct increment *increment = &segment->increments[i];

		cost_counts(increment->cost, context)[increment->event] +=
		    *executions * increment->n;
	}
	if (segment->executed)
		jump_in(segment->executed, context)->executed += *executions;
	if (segment->passed)
		jump_in(segment->passed, context)->passed += *executions;
	*executions = 0;
	if (segment->branch) {
		ULong *mispredictions =
		    lowmem_in_slot(&segment->hot->mispredictions, slot);

		cost_counts(segment->branch, context)[segment->mispredicted] +=
		    *mispredictions;
		*mispredictions = 0;
	}
}

static void
settle(struct segment *segment)
{
	settle_slot(segment, 0);
	if (segment->function)
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
		if (segment->function)
			remove_from_function(segment);
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

void
superblocks_settle(void)
{
	struct superblock *superblock;

	if (!superblocks.table)
		return;
	VG_(HT_ResetIter)(superblocks.table);
	while ((superblock = VG_(HT_Next)(superblocks.table)))
		for (struct segment *segment = superblock->segments; segment;
		     segment = segment->next)
			settle(segment);
}
