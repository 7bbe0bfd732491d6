// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The simulated machine at work: the functions that generated code calls when
 * a segment may change the state of a cache or of a predictor.
 */
#include "simulate.h"
#include "lowmem.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

struct simulation simulation;

/* Pages that are mapped come zeroed, and cost nothing until they are touched:
 * there are last levels of hundreds of megabytes. */
static void *
new_pages(SizeT nwords)
{
	SizeT size = VG_PGROUNDUP(nwords * sizeof(UWord));
	void *pages = VG_(am_shadow_alloc)(size);

	if (!pages)
		VG_(out_of_memory_NORETURN)("cgcollect.pages", size);
	return pages;
}

static SizeT
nways(const struct geometry *shape)
{
	return cache_nsets(shape) * (SizeT)shape->assoc;
}

static void
init_level1(struct level1 *cache, const struct geometry *shape)
{
	level1_init(cache, shape,
	    VG_(malloc)(
		"cgcollect.level1", nways(shape) * sizeof(struct sighting)),
		lowmem_new(LEVEL1_PLACES * sizeof(struct sighting)));
}

void
simulation_init(const struct geometry *I1, const struct geometry *D1,
    const struct geometry *LL)
{
	simulation.clock = 1; /* no use is as old as an empty way */
	init_level1(&simulation.I1, I1);
	init_level1(&simulation.D1, D1);
	cache_init(&simulation.LL, LL, new_pages(nways(LL)));
}

static Bool
misses(const struct ref *ref, Addr addr, ULong now)
{
	struct level1 *cache = ref->level1;
	Addr first = level1_line(cache, addr);
	Addr last = level1_line(cache, addr + ref->size - 1);
	Bool missed = level1_misses(cache, first, now);

	if (last == first)
		return missed;
	/*
	 * Generated code goes on to set the times of the lines that it knows,
	 * by their places in `seen`.  The second line of an access whose
	 * address it did not know must not be there to get an earlier time.
	 */
	if (ref->both_seen)
		return level1_misses(cache, last, now + 1) || missed;
	return level1_misses_unseen(cache, last, now + 1) || missed;
}

VG_REGPARM(1)
void
replay_segment(struct segment *segment)
{
	ULong now = simulation.clock - SEGMENT_TICKS;

	for (UInt i = 0; i < segment->nrefs; i++, now += REF_TICKS) {
		const struct ref *ref = &segment->refs[i];
		Addr addr = *ref->address;

		if (!misses(ref, addr, now))
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
	simulation.clock += SEGMENT_TICKS;
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
