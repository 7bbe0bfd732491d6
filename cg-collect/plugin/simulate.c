// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The simulated machine at work, on segments of which not all is known to hit.
 */
#include "simulate.h"
#include "toggle.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

struct simulation simulation;

static struct {
	VgHashTable *table;
} codelines;

/* What the core answers a request for pages: an address, or from 3.21 on a
 * result of which the address is a part. */
static __attribute__((unused)) void *
pages_at(void *address)
{
	return address;
}

static __attribute__((unused)) void *
pages_of(SysRes result)
{
	return sr_isError(result) ? NULL : (void *)sr_Res(result);
}

/* clang-format off */
#define AS_PAGES(answer) \
	_Generic((answer), SysRes: pages_of, default: pages_at)(answer)
/* clang-format on */

/* Pages that are mapped come zeroed, and cost nothing until they are touched:
 * there are last levels of hundreds of megabytes. */
static void *
new_pages(SizeT nwords)
{
	SizeT size = VG_PGROUNDUP(nwords * sizeof(UWord));
	void *pages = AS_PAGES(VG_(am_shadow_alloc)(size));

	if (!pages) {
		VG_(fmsg)("cgcollect: no memory for the last-level cache\n");
		VG_(exit)(1);
	}
	return pages;
}

static SizeT
nways(const struct geometry *shape)
{
	return cache_nsets(shape) * (SizeT)shape->assoc;
}

static void *
new_table(SizeT nentries)
{
	return VG_(malloc)("cgcollect.table", nentries * sizeof(ULong));
}

static struct codeline *
add_codeline(Addr line)
{
	struct codeline *codeline =
	    VG_(perm_malloc)(sizeof *codeline, sizeof(void *));

	*codeline = (struct codeline){.line = line};
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
	simulation.clock = 2; /* what is there at first has an earlier time */
	codecache_init(
	    &simulation.I1, I1, new_table(nways(I1)), add_codeline(0));
	datacache_init(
	    &simulation.D1, D1, new_table(nways(D1)), new_table(nways(D1)));
	cache_init(&simulation.LL, LL, new_pages(nways(LL)));
}

static Bool
fetch_crosses(const struct fetch *fetch)
{
	return fetch->offset + fetch->size > 1u << simulation.I1.line_bits;
}

static void
count_miss(ULong *counts, Addr addr, UInt size)
{
	counts[1] += toggle_weight;
	if (cache_misses(&simulation.LL, addr, size))
		counts[2] += toggle_weight;
}

static void
fetch(const struct fetch *fetch, ULong now)
{
	struct codeline *code = fetch->code;
	Bool missed = codecache_misses(&simulation.I1, code, now);

	if (fetch_crosses(fetch))
		missed |=
		    codecache_misses(&simulation.I1, code->following, now + 1);
	if (missed)
		count_miss(
		    fetch->counts, code->line + fetch->offset, fetch->size);
}

static void
access(const struct access *access, Addr addr, ULong now)
{
	struct datacache *D1 = &simulation.D1;
	Addr first = datacache_line(D1, addr);
	Addr last = datacache_line(D1, addr + access->size - 1);
	Bool missed = datacache_misses(D1, first, now);

	if (last != first)
		missed |= datacache_misses(D1, last, now + 1);
	if (missed)
		count_miss(access->counts, addr, access->size);
}

void
simulate_accesses(
    const struct segment *segment, UInt first, UInt end, ULong now)
{
	for (UInt i = first; i < end; i++)
		access(
		    &segment->accesses[i], simulation.address[i], now + 2 * i);
}

void
simulate_segment(const struct segment *segment, ULong now)
{
	UInt done = 0;

	for (UInt i = 0; i < segment->nfetches; i++) {
		UInt before = segment->fetches[i].naccesses;

		simulate_accesses(segment, done, before, now);
		fetch(&segment->fetches[i], now + 2 * i);
		done = before;
	}
	simulate_accesses(segment, done, segment->naccesses, now);
}
