// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The translated superblocks and their segments: what generated code counts,
 * and how that becomes costs.  A superblock that is discarded (its code was
 * unmapped or overwritten, or the translation table is full) leaves its counts
 * in the cost table and gives back everything else.
 */
#include "superblock.h"
#include "lowmem.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/*
 * All translations of the code at one address: a function that the core puts in
 * the place of others is translated once for each of them, and once more if it
 * is called under its own name.
 */
struct superblock {
	struct superblock *next;
	Addr addr;
	UInt ntranslations;
	struct segment *segments;
};

static struct {
	VgHashTable *table;
	struct pool steps, counters;
} superblocks = {
    .steps.size = sizeof(struct step),
    .counters.size = sizeof(ULong),
};

/* For a segment that fetches nothing. */
static struct codeline never_absent = {.when = 1};

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
	VG_(HT_add_node)(superblocks.table, superblock);
	return superblock;
}

static struct step *
new_step(struct segment *segment, const struct segment_parts *parts)
{
	struct step *step = pool_take(&superblocks.steps);

	step->code[0] = &never_absent;
	step->nlines = parts->nlines > 0 ? (UShort)parts->nlines : 1;
	for (UInt i = 0; i < parts->nlines; i++)
		step->code[i] = parts->lines[i];
	for (UInt i = 0; i < parts->naccesses; i++)
		step->last_byte[i] = (UShort)(parts->accesses[i].size - 1);
	step->segment = segment;
	step->branch = parts->branch;
	return step;
}

static void
add_counter(struct segment *segment, const struct segment_parts *parts)
{
	if (parts->nfetches + parts->naccesses == 0 && !parts->mispredictions) {
		segment->executions = pool_take(&superblocks.counters);
		return;
	}
	segment->step = new_step(segment, parts);
	segment->executions = &segment->step->executions;
}

static void
remove_counter(struct segment *segment)
{
	if (segment->step)
		pool_give(&superblocks.steps, segment->step);
	else
		pool_give(&superblocks.counters, segment->executions);
}

/* One piece of memory: a segment that is looked at is looked at as a whole. */
struct segment *
superblock_add_segment(
    struct superblock *superblock, const struct segment_parts *parts)
{
	SizeT accesses = parts->naccesses * sizeof(struct access);
	SizeT fetches = parts->nfetches * sizeof(struct fetch);
	SizeT tallies = parts->ntallies * sizeof(struct tally);
	struct segment *segment = VG_(malloc)("cgcollect.segment",
	    sizeof *segment + accesses + fetches + tallies);

	*segment = (struct segment){
	    .next = superblock->segments,
	    .mispredictions = parts->mispredictions,
	    .nfetches = parts->nfetches,
	    .naccesses = parts->naccesses,
	    .ntallies = parts->ntallies,
	    .accesses = (struct access *)(segment + 1),
	};
	segment->fetches =
	    (struct fetch *)(segment->accesses + parts->naccesses);
	segment->tallies = (struct tally *)(segment->fetches + parts->nfetches);
	VG_(memcpy)(segment->accesses, parts->accesses, accesses);
	VG_(memcpy)(segment->fetches, parts->fetches, fetches);
	VG_(memcpy)(segment->tallies, parts->tallies, tallies);
	add_counter(segment, parts);
	superblock->segments = segment;
	return segment;
}

static void
settle(struct segment *segment)
{
	ULong executions = *segment->executions;

	for (UInt i = 0; i < segment->ntallies; i++)
		*segment->tallies[i].count +=
		    executions * segment->tallies[i].n;
	*segment->executions = 0;
	if (segment->mispredictions) {
		*segment->mispredictions += segment->step->mispredictions;
		segment->step->mispredictions = 0;
	}
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
		remove_counter(segment);
		VG_(free)(segment);
		segment = next;
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
