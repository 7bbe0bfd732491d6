// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The simulated machine, and the slow path: segments in which not all fetches
 * and accesses are known to hit.
 */
#include "calls/callstack.h"
#include "calls/costs.h"
#include "data/data.h"
#include "modes.h"
#include "geometry.h"
#include "lowmem.h"
#include "simulate.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_mallocfree.h"

struct simulation simulation __attribute__((aligned(HOT_ALIGNMENT)));

static struct {
	VgHashTable *table;
} code_lines;

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

static struct code_line *
add_code_line(Addr line)
{
	struct code_line *code_line =
	    VG_(perm_malloc)(sizeof *code_line, sizeof(void *));

	*code_line = (struct code_line){.line = line};
	VG_(HT_add_node)(code_lines.table, code_line);
	return code_line;
}

struct code_line *
simulation_code_line(Addr addr)
{
	UInt bits = simulation.I1.line_bits;
	Addr line = addr >> bits << bits;
	struct code_line *known = VG_(HT_lookup)(code_lines.table, line);

	return known ? known : add_code_line(line);
}

void
simulation_init(void)
{
	const struct geometry *I1 = &geometries.I1, *D1 = &geometries.D1;
	const struct geometry *LL = &geometries.LL;

	code_lines.table = VG_(HT_construct)("cgcollect.code_lines");
	simulation.clock = 2; /* after the times of empty ways and line 0 */
	codecache_init(
	    &simulation.I1, I1, new_table(nways(I1)), add_code_line(0));
	datacache_init(
	    &simulation.D1, D1, new_table(nways(D1)), new_table(nways(D1)));
	/* mapped, because the lines of a large last level take hundreds of
	 * megabytes */
	cache_init(&simulation.LL, LL,
	    lowmem_new_pages(nways(LL) * sizeof(uintptr_t)));
}

static Bool
fetch_crosses(const struct fetch *fetch)
{
	return fetch->offset + fetch->size > 1u << simulation.I1.line_bits;
}

/* Also counts the event in the running context. */
static __attribute__((noinline)) void
count_with_calls(struct cost *cost, enum event event)
{
	cost_counts(cost, callstack_other)[event] += modes.counting;
	callstack_totals[event] += modes.counting;
}

static inline void
count(struct cost *cost, enum event event)
{
	if (UNLIKELY(modes.calls))
		count_with_calls(cost, event);
	else
		cost->counts[event] += modes.counting;
}

static __attribute__((noinline)) struct cost *
cost_of_step(const struct segment *segment, UInt step)
{
	return cost_find(
	    segment->function, segment_step_address(segment, step));
}

/* Counts a miss in I1 or D1 by the access `event`: Ir, Dr or Dw. */
static void
count_miss(struct cost *cost, enum event event, Addr addr, UInt size)
{
	Bool by_data = UNLIKELY(modes.data) && event != EV_IR;
	Bool with_last;

	/* both wait for memory of the host */
	if (by_data) {
		cache_expect(&simulation.LL, addr);
		data_miss(cost, addr);
	}
	with_last = cache_misses(&simulation.LL, addr, size);
	count(cost, event + FIRST_LEVEL_MISS);
	if (with_last)
		count(cost, event + LAST_LEVEL_MISS);
	if (by_data)
		data_count_miss(event, with_last);
}

static void
fetch(const struct segment *segment, struct fetch *fetch, ULong now)
{
	struct code_line *code = fetch->code;
	Bool missed = codecache_misses(&simulation.I1, code, now);

	if (fetch_crosses(fetch))
		missed |=
		    codecache_misses(&simulation.I1, code->following, now + 1);
	if (!missed)
		return;
	if (!fetch->cost)
		fetch->cost = cost_of_step(segment, fetch->step);
	count_miss(fetch->cost, EV_IR, code->line + fetch->offset, fetch->size);
}

static void
access(
    const struct segment *segment, struct access *access, Addr addr, ULong now)
{
	struct datacache *D1 = &simulation.D1;
	Addr end = addr + access->size - 1;
	Addr first = datacache_line(D1, addr), last = datacache_line(D1, end);
	Bool first_missed = datacache_misses(D1, first, now);
	Bool last_missed = last != first && datacache_misses(D1, last, now + 1);

	if (!first_missed && !last_missed && LIKELY(!modes.all_accesses))
		return;
	if (!access->cost)
		access->cost = cost_of_step(segment, access->step);
	if (first_missed || last_missed)
		count_miss(access->cost, access->event, addr, access->size);
	if (LIKELY(!modes.all_accesses))
		return;
	data_see_line(
	    access->cost, access->kind, first, first_missed, addr, end);
	if (last != first)
		data_see_line(
		    access->cost, access->kind, last, last_missed, addr, end);
}

void
simulate_accesses(struct segment *segment, UInt first, UInt end, ULong now)
{
	struct access *accesses = segment_accesses(segment);

	for (UInt i = first; i < end; i++)
		access(
		    segment, &accesses[i], simulation.address[i], now + 2 * i);
}

void
simulate_segment(struct segment *segment, ULong now)
{
	UInt done = 0;

	for (UInt i = 0; i < segment->nfetches; i++) {
		UInt before = segment->fetches[i].naccesses;

		simulate_accesses(segment, done, before, now);
		fetch(segment, &segment->fetches[i], now + 2 * i);
		done = before;
	}
	simulate_accesses(segment, done, segment->naccesses, now);
}
