// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The simulated machine at work: the functions that generated code calls when
 * a segment may change the state of a cache or of a predictor.
 */
#include "simulate.h"
#include "lowmem.h"

#include "pub_tool_mallocfree.h"

struct simulation simulation;

static void
init_cache(struct cache *cache, const struct geometry *shape)
{
	SizeT nsets = cache_nsets(shape);
	UInt nolder = (UInt)shape->assoc - 1;

	/* calloc takes no zero, which a direct-mapped cache would ask for */
	cache_init(cache, shape, lowmem_new(nsets * sizeof(UWord)),
	    VG_(calloc)("cgcollect.cache", nsets * nolder + 1, sizeof(UWord)));
}

void
simulation_init(const struct geometry *I1, const struct geometry *D1,
    const struct geometry *LL)
{
	init_cache(&simulation.I1, I1);
	init_cache(&simulation.D1, D1);
	init_cache(&simulation.LL, LL);
}

VG_REGPARM(1)
void
replay_segment(struct segment *segment)
{
	const struct ref *end = segment->refs + segment->nrefs;

	for (const struct ref *ref = segment->refs; ref < end; ref++) {
		Addr addr = *ref->address;

		if (!cache_misses(ref->level1, addr, ref->size))
			continue;
		ref->counts[1]++;
		if (cache_misses(&simulation.LL, addr, ref->size))
			ref->counts[2]++;
	}
}

VG_REGPARM(2)
void
guarded_segment(struct segment *segment, Addr addr)
{
	++*segment->executions;
	simulation.data_address[0] = addr;
	replay_segment(segment);
}

VG_REGPARM(2)
void
conditional_branch(struct segment *segment, UWord taken)
{
	*segment->mispredictions += predictor_conditional(
	    &simulation.predictor, segment->branch, taken);
}

VG_REGPARM(2)
void
indirect_branch(struct segment *segment, Addr target)
{
	*segment->mispredictions +=
	    predictor_indirect(&simulation.predictor, segment->branch, target);
}
