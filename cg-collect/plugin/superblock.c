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

struct superblock {
	struct superblock *next;
	Addr addr;
	struct segment *segments;
};

static struct {
	VgHashTable *table;
} superblocks;

struct superblock *
superblock_new(Addr addr)
{
	struct superblock *superblock =
	    VG_(malloc)("cgcollect.superblock", sizeof *superblock);

	if (!superblocks.table)
		superblocks.table = VG_(HT_construct)("cgcollect.superblocks");
	tl_assert(!VG_(HT_lookup)(superblocks.table, addr));
	superblock->addr = addr;
	superblock->segments = NULL;
	VG_(HT_add_node)(superblocks.table, superblock);
	return superblock;
}

struct segment *
superblock_add_segment(struct superblock *superblock, const struct ref *refs,
    UInt nrefs, const struct tally *tallies, UInt ntallies)
{
	struct segment *segment = VG_(malloc)(
	    "cgcollect.segment", sizeof *segment + nrefs * sizeof *refs +
				     ntallies * sizeof *tallies);

	*segment = (struct segment){
	    .next = superblock->segments,
	    .executions = counter_new(),
	    .nrefs = nrefs,
	    .ntallies = ntallies,
	    .tallies = (struct tally *)(segment->refs + nrefs),
	};
	for (UInt i = 0; i < nrefs; i++) {
		struct ref *ref = &segment->refs[i];

		*ref = refs[i];
		if (!ref->address)
			ref->address = &ref->known;
	}
	VG_(memcpy)(segment->tallies, tallies, ntallies * sizeof *tallies);
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
}

void
superblock_discard(Addr addr)
{
	struct superblock *superblock = VG_(HT_remove)(superblocks.table, addr);

	tl_assert(superblock);

	struct segment *segment = superblock->segments;

	while (segment) {
		struct segment *next = segment->next;

		settle(segment);
		counter_free(segment->executions);
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
