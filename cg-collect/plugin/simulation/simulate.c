// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The simulated machine, and the slow path: segments in which not all fetches
 * and accesses are known to hit.
 */
#include "calls/callstack.h"
#include "calls/costs.h"
#include "data/data.h"
#include "modes.h"
#include "cores.h"
#include "forwarding.h"
#include "geometry.h"
#include "lowmem.h"
#include "memory_model.h"
#include "miss_kinds.h"
#include "simulate.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_mallocfree.h"

struct simulation simulation __attribute__((aligned(HOT_ALIGNMENT)));

static VgHashTable *code_lines;

static SizeT
nways(const struct geometry *shape)
{
	return cache_nsets(shape) * (SizeT)shape->assoc;
}

/* Mapped, because the lines of a large last level take hundreds of megabytes. */
static void
init_level(struct cache *cache, const struct geometry *shape)
{
	cache_init(
	    cache, shape, lowmem_new_pages(nways(shape) * sizeof(uintptr_t)));
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
	VG_(HT_add_node)(code_lines, code_line);
	return code_line;
}

struct code_line *
simulation_code_line(Addr addr)
{
	UInt bits = simulation.I1.line_bits;
	Addr line = addr >> bits << bits;
	struct code_line *known = VG_(HT_lookup)(code_lines, line);

	return known ? known : add_code_line(line);
}

static void
init_tlb(struct tlb *tlb, const struct geometry *shape, struct cache *second)
{
	datacache_init(&tlb->first, shape, new_table(nways(shape)),
	    new_table(nways(shape)));
	tlb->second = second;
}

static struct cache *
new_second_tlb(const struct geometry *shape)
{
	struct cache *cache = VG_(malloc)("cgcollect.tlb", sizeof *cache);

	init_level(cache, shape);
	return cache;
}

static struct prefetchers *
new_prefetchers(void)
{
	struct prefetchers *prefetchers =
	    VG_(calloc)("cgcollect.prefetchers", 1, sizeof *prefetchers);

	prefetchers->kinds = memory_model.prefetchers;
	prefetchers->line_bits = simulation.D1.line_bits;
	prefetchers->D1 = &simulation.D1;
	prefetchers->L2 = &memory_system.levels.L2;
	return prefetchers;
}

static void
begin_memory_system(void)
{
	struct hierarchy *levels = &memory_system.levels;
	const struct memory_model *model = &memory_model;
	struct cache *second = new_second_tlb(&model->second_tlb[0]);

	init_level(&levels->L2, &geometries.L2);
	levels->prefetchers = new_prefetchers();
	init_tlb(&memory_system.code, &model->code_tlb, second);
	if (model->second_tlb[1].size > 0)
		second = new_second_tlb(&model->second_tlb[1]);
	init_tlb(&memory_system.data, &model->data_tlb, second);
	memory_system.code_page = 0;
}

void
simulation_begin_core(void)
{
	const struct geometry *I1 = &geometries.I1, *D1 = &geometries.D1;

	codecache_init(
	    &simulation.I1, I1, new_table(nways(I1)), simulation_code_line(0));
	datacache_init(
	    &simulation.D1, D1, new_table(nways(D1)), new_table(nways(D1)));
	simulation.predictor = (struct predictor){0};
	if (modes.memory)
		begin_memory_system();
}

void
simulation_init(void)
{
	struct hierarchy *levels = &memory_system.levels;

	code_lines = VG_(HT_construct)("cgcollect.code_lines");
	simulation.clock = 2; /* after the times of empty ways and line 0 */
	simulation.I1.line_bits =
	    (UInt)VG_(log2)((UInt)geometries.I1.line_size);
	simulation_begin_core();
	init_level(&simulation.LL, &geometries.LL);
	if (!modes.memory)
		return;
	init_level(&levels->LL, &geometries.LL);
	levels->L2_filling = memory_model.L2_filling;
	levels->LL_filling = memory_model.LL_filling;
	if (modes.cores)
		cores_init();
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
	if (!callstack_other)
		cost->counts[event] += modes.counting;
	else if (modes.counting)
		cost_note(cost, callstack_other, event);
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

/* --- with --memory */

/* The events of misses by instructions, reads and writes. */
struct miss_events {
	enum event by_fetch, by_read, by_write;
};

static const struct miss_events tlb_misses = {EV_ITMR, EV_DTMR, EV_DTMW},
				second_tlb_misses = {EV_ISMR, EV_DSMR, EV_DSMW},
				L2_misses = {EV_I2MR, EV_D2MR, EV_D2MW},
				covered_in_1 = {EV_IR, EV_D1MRP, EV_D1MWP},
				covered_in_L2 = {EV_IR, EV_D2MRP, EV_D2MWP},
				covered_in_LL = {EV_IR, EV_DLMRP, EV_DLMWP};

/* Counts a miss by the access `event`, if it is one. */
static void
count_if(Bool is_miss, struct cost *cost, const struct miss_events *events,
    enum event event)
{
	if (is_miss)
		count(cost, event == EV_IR   ? events->by_fetch
			    : event == EV_DR ? events->by_read
					     : events->by_write);
}

static void
count_tlb(UInt facts, struct cost *cost, enum event event)
{
	count_if(facts & ABSENT_IN_TLB, cost, &tlb_misses, event);
	count_if(facts & ABSENT_IN_SECOND_TLB, cost, &second_tlb_misses, event);
}

/* Removes lines that an inclusive level has dropped. */
static void
remove_lines(const uintptr_t removed[2])
{
	for (UInt i = 0; i < 2; i++) {
		if (!removed[i])
			continue;
		datacache_remove(&simulation.D1, removed[i]);
		codecache_remove(&simulation.I1, removed[i]);
	}
}

/* Returns the facts of a line if there are other cores: if LL lacks it, they may have it; and if
 * LL is inclusive, they lose the line that it has dropped. */
static __attribute__((noinline)) UInt
ask_other_cores(UInt facts, Addr line, Addr dropped_by_LL)
{
	if (dropped_by_LL)
		cores_remove(dropped_by_LL);
	if ((facts & ABSENT_IN_LL) && cores_have(line))
		facts &= ~(UInt)(ABSENT_IN_LL | UNCOVERED_IN_LL);
	return facts;
}

/* Touches a line in the levels after the first; returns the facts. */
static UInt
touch_levels(const struct cost *cost, enum event event, Addr line)
{
	struct data_line access = {line, event == EV_DR, cost->address};
	uintptr_t removed[2];
	UInt facts =
	    event == EV_IR
		? hierarchy_fetch(&memory_system.levels, line, removed)
		: hierarchy_access(&memory_system.levels, &access, removed);

	remove_lines(removed);
	if (UNLIKELY(modes.cores))
		facts = ask_other_cores(facts, line, removed[1]);
	return facts;
}

/* Counts what an access that missed in the first level does to the others.  True if it
 * also missed in the last one. */
static __attribute__((noinline)) Bool
miss_levels(
    struct cost *cost, enum event event, Addr addr, UInt size, UInt absent)
{
	UInt bits =
	    event == EV_IR ? simulation.I1.line_bits : simulation.D1.line_bits;
	UInt facts = 0;

	if (absent & FIRST_ABSENT)
		facts |= touch_levels(cost, event, addr >> bits << bits);
	if (absent & LAST_ABSENT)
		facts |= touch_levels(
		    cost, event, (addr + size - 1) >> bits << bits);
	count_if(facts & ABSENT_IN_L2, cost, &L2_misses, event);
	if (event == EV_IR)
		return facts & ABSENT_IN_LL;
	count_if(!(facts & UNCOVERED_IN_1), cost, &covered_in_1, event);
	count_if((facts & ABSENT_IN_L2) && !(facts & UNCOVERED_IN_L2), cost,
	    &covered_in_L2, event);
	count_if((facts & ABSENT_IN_LL) && !(facts & UNCOVERED_IN_LL), cost,
	    &covered_in_LL, event);
	return facts & ABSENT_IN_LL;
}

/* --- misses */

static void
count_kind(struct cost *cost, enum event event)
{
	count(cost, event);
	if (modes.data)
		data_count_kind(event);
}

/* with_last: an access that missed in I1 or D1 also missed in LL. */
static __attribute__((noinline)) void
count_kind_in_LL(
    struct cost *cost, enum event event, Addr addr, UInt size, Bool with_last)
{
	enum miss_kind kind = miss_kinds_see_last_level(addr, addr + size - 1);

	if (event != EV_IR && with_last)
		count_kind(cost, EV_DLMNEW + kind);
}

/* Counts a miss in I1 or D1 by the access `event`: Ir, Dr or Dw. */
static void
count_miss(
    struct cost *cost, enum event event, Addr addr, UInt size, UInt absent)
{
	Bool by_data = UNLIKELY(modes.data) && event != EV_IR;
	Bool with_last;

	/* both wait for memory of the host */
	if (by_data) {
		cache_expect(&simulation.LL, addr);
		data_miss(cost, addr);
	}
	with_last = UNLIKELY(modes.memory)
			? miss_levels(cost, event, addr, size, absent)
			: cache_misses(&simulation.LL, addr, size);
	count(cost, event + FIRST_LEVEL_MISS);
	if (with_last)
		count(cost, event + LAST_LEVEL_MISS);
	if (by_data)
		data_count_miss(event, with_last);
	if (UNLIKELY(modes.miss_kinds))
		count_kind_in_LL(cost, event, addr, size, with_last);
}

static __attribute__((noinline)) void
fetch_page(const struct segment *segment, struct fetch *fetch, ULong now)
{
	Addr addr = fetch->code->line + fetch->offset;
	UInt facts = tlb_access(&memory_system.code, addr, fetch->size, now);

	memory_system.code_page = tlb_page(addr + fetch->size - 1);
	if (!facts)
		return;
	if (!fetch->cost)
		fetch->cost = cost_of_step(segment, fetch->step);
	count_tlb(facts, fetch->cost, EV_IR);
}

static void
fetch(const struct segment *segment, struct fetch *fetch, ULong now)
{
	struct code_line *code = fetch->code;
	UInt absent = 0;

	/* the page of the last fetch is the one that was used last anyway */
	if (UNLIKELY(modes.memory) &&
	    (simulation_changes_page(code) || fetch_crosses(fetch)))
		fetch_page(segment, fetch, now);
	if (codecache_misses(&simulation.I1, code, now))
		absent = FIRST_ABSENT;
	if (fetch_crosses(fetch) &&
	    codecache_misses(&simulation.I1, code->following, now + 1))
		absent |= LAST_ABSENT;
	if (absent == 0)
		return;
	if (!fetch->cost)
		fetch->cost = cost_of_step(segment, fetch->step);
	count_miss(fetch->cost, EV_IR, code->line + fetch->offset, fetch->size,
	    absent);
}

static __attribute__((noinline)) void
access_page(
    const struct segment *segment, struct access *access, Addr addr, ULong now)
{
	UInt facts = tlb_access(&memory_system.data, addr, access->size, now);

	if (!facts)
		return;
	if (!access->cost)
		access->cost = cost_of_step(segment, access->step);
	count_tlb(facts, access->cost, access->event);
}

static __attribute__((noinline)) void
count_forwarding(
    const struct segment *segment, const struct access *access, Addr addr)
{
	UInt facts = forwarding_see(segment, access, addr);

	if (facts & LONGER_CHAIN)
		count(access->cost, EV_DSF);
	if (facts & LONGER_VARYING_CHAIN)
		count(access->cost, EV_DSFV);
}

static __attribute__((noinline)) void
count_kind_in_D1(struct cost *cost, Addr first, Addr last, UInt absent)
{
	enum miss_kind kind = miss_kinds_see(first, last, absent);

	if (absent)
		count_kind(cost, EV_D1MNEW + kind);
}

static inline __attribute__((always_inline)) void
access(
    const struct segment *segment, struct access *access, Addr addr, ULong now)
{
	struct datacache *D1 = &simulation.D1;
	Addr end = addr + access->size - 1;
	Addr first = datacache_line(D1, addr), last = datacache_line(D1, end);
	Bool first_missed = datacache_misses(D1, first, now);
	Bool last_missed = last != first && datacache_misses(D1, last, now + 1);
	UInt absent =
	    (first_missed ? FIRST_ABSENT : 0) | (last_missed ? LAST_ABSENT : 0);

	if (UNLIKELY(modes.memory) &&
	    (tlb_page(addr) != tlb_page(end) ||
		!datacache_hits(
		    &memory_system.data.first, tlb_page(addr), now)))
		access_page(segment, access, addr, now);
	if (!absent && LIKELY(!modes.all_accesses))
		return;
	if (!access->cost)
		access->cost = cost_of_step(segment, access->step);
	if (absent)
		count_miss(
		    access->cost, access->event, addr, access->size, absent);
	if (LIKELY(!modes.all_accesses))
		return;
	if (modes.miss_kinds)
		count_kind_in_D1(access->cost, addr, end, absent);
	if (modes.forwarding)
		count_forwarding(segment, access, addr);
	if (!modes.line_use && !modes.sharing)
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

	for (UInt i = first; i < end; i++) {
		access(
		    segment, &accesses[i], simulation.address[i], now + 2 * i);
		if (UNLIKELY(modes.cores) && accesses[i].kind == ACCESS_WRITES)
			cores_write(simulation.address[i], accesses[i].size);
	}
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
