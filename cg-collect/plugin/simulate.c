// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The simulated machine at work: the functions that generated code calls when
 * a segment may change the state of a cache or of a predictor.
 */
#include "simulate.h"
#include "lowmem.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

struct simulation simulation;

static struct {
	VgHashTable *table;
} codelines;

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

static void *
new_table(SizeT nwords)
{
	return VG_(malloc)("cgcollect.table", nwords * sizeof(UWord));
}

static struct codeline *
add_codeline(Addr line)
{
	struct codeline *codeline = lowmem_new(sizeof *codeline);

	codeline->line = line;
	codeline->absent = CODELINE_ABSENT;
	VG_(HT_add_node)(codelines.table, codeline);
	return codeline;
}

struct codeline *
simulation_codeline(Addr addr)
{
	UInt bits = simulation.I1.line_bits;
	Addr line = addr >> bits << bits;
	struct codeline *known = VG_(HT_lookup)(codelines.table, line);

	return known ? known : add_codeline(line);
}

void
simulation_init(const struct geometry *I1, const struct geometry *D1,
    const struct geometry *LL)
{
	codelines.table = VG_(HT_construct)("cgcollect.codelines");
	simulation.clock = 1; /* no use is as old as an empty way */
	codecache_init(
	    &simulation.I1, I1, new_table(nways(I1)), add_codeline(0));
	datacache_init(&simulation.D1, D1, new_table(nways(D1)),
	    new_table(nways(D1)),
	    lowmem_new(DATACACHE_PLACES * sizeof(struct sighting)));
	cache_init(&simulation.LL, LL, new_pages(nways(LL)));
}

static Bool
fetch_misses(const struct ref *ref, ULong now)
{
	struct codecache *I1 = &simulation.I1;
	Bool missed = codecache_misses(I1, ref->code, now);

	if (ref->code_end != ref->code)
		missed |= codecache_misses(I1, ref->code_end, now + 1);
	return missed;
}

/*
 * Generated code goes on to set the times of the lines that it looked for, by
 * their places.  A second line, which it did not look for, must not be in a
 * place where it would get the earlier time of an earlier reference.
 */
static void
hide_line(Addr line, const struct ref *refs, const struct ref *end)
{
	struct datacache *D1 = &simulation.D1;
	struct sighting *place = datacache_place(D1, line);

	for (const struct ref *ref = refs; ref < end; ref++)
		if (!ref->code &&
		    (datacache_place(D1, *ref->address) == place ||
			datacache_place(D1, *ref->address + ref->size - 1) ==
			    place))
			datacache_empty_place(D1, place);
}

static Bool
data_misses(const struct ref *ref, const struct ref *refs, ULong now)
{
	struct datacache *D1 = &simulation.D1;
	Addr first = datacache_line(D1, *ref->address);
	Addr last = datacache_line(D1, *ref->address + ref->size - 1);
	Bool missed = datacache_misses(D1, first, now);

	if (last != first) {
		missed |= datacache_misses(D1, last, now + 1);
		hide_line(last, refs, ref);
	}
	return missed;
}

VG_REGPARM(1)
void
replay_segment(struct segment *segment)
{
	ULong now = simulation.clock - SEGMENT_TICKS;
	const struct ref *refs = segment->refs, *end = refs + segment->nrefs;

	for (const struct ref *ref = refs; ref < end; ref++) {
		if (ref->code ? fetch_misses(ref, now)
			      : data_misses(ref, refs, now)) {
			ref->counts[1]++;
			ref->counts[2] += cache_misses(
			    &simulation.LL, *ref->address, ref->size);
		}
		now += REF_TICKS;
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
