// SPDX-License-Identifier: GPL-2.0-or-later
#include "data/data.h"
#include "modes.h"
#include "cores.h"
#include "miss_kinds.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

/* What a core has while another one runs. */
struct core {
	Bool has_run;
	struct codecache_aside I1;
	struct datacache_aside D1, code_pages, data_pages;
	struct cache L2;
	struct cache *second_of_code, *second_of_data; /* of TLBs */
	struct prefetchers *prefetchers;
	Addr code_page;
	struct predictor predictor;
};

Addr cores_own[DATACACHE_LOOKASIDE_SIZE];

static struct {
	struct core *all;
	UInt running;
	UChar *of_threads;
	UInt nthreads; /* that were ever created */
} cores;

static void
own_nothing(void)
{
	/* no line is odd */
	VG_(memset)(cores_own, 0xff, sizeof cores_own);
}

static void
init_core(struct core *core)
{
	const struct codecache *I1 = &simulation.I1;

	core->has_run = True;
	core->I1.last_use = VG_(malloc)("cgcollect.core",
	    (I1->set_mask + 1) * I1->assoc * sizeof *core->I1.last_use);
}

void
cores_init(void)
{
	cores.all =
	    VG_(calloc)("cgcollect.cores", modes.cores, sizeof *cores.all);
	cores.of_threads = VG_(calloc)(
	    "cgcollect.cores", VG_N_THREADS, sizeof *cores.of_threads);
	init_core(&cores.all[0]);
	own_nothing();
}

/* --- threads -------------------------------------------------------------- */

void
cores_begin_thread(ThreadId child)
{
	cores.of_threads[child] = (UChar)(cores.nthreads++ % modes.cores);
}

static void
put_aside(struct core *core)
{
	codecache_put_aside(&simulation.I1, &core->I1);
	datacache_put_aside(&simulation.D1, &core->D1);
	datacache_put_aside(&memory_system.code.first, &core->code_pages);
	datacache_put_aside(&memory_system.data.first, &core->data_pages);
	core->L2 = memory_system.levels.L2;
	core->second_of_code = memory_system.code.second;
	core->second_of_data = memory_system.data.second;
	core->prefetchers = memory_system.levels.prefetchers;
	core->code_page = memory_system.code_page;
	if (modes.branches)
		core->predictor = simulation.predictor;
}

static void
take_back(const struct core *core)
{
	codecache_take_back(&simulation.I1, &core->I1);
	datacache_take_back(&simulation.D1, &core->D1);
	datacache_take_back(&memory_system.code.first, &core->code_pages);
	datacache_take_back(&memory_system.data.first, &core->data_pages);
	memory_system.levels.L2 = core->L2;
	memory_system.code.second = core->second_of_code;
	memory_system.data.second = core->second_of_data;
	memory_system.levels.prefetchers = core->prefetchers;
	memory_system.code_page = core->code_page;
	if (modes.branches)
		simulation.predictor = core->predictor;
}

void
cores_run(ThreadId thread)
{
	UInt next = cores.of_threads[thread];
	struct core *core = &cores.all[next];

	if (next == cores.running)
		return;
	put_aside(&cores.all[cores.running]);
	if (core->has_run) {
		take_back(core);
	} else {
		simulation_begin_core();
		init_core(core);
	}
	own_nothing();
	miss_kinds_change_core(next);
	data_change_core(next);
	cores.running = next;
}

/* --- lines of other cores ------------------------------------------------- */

/* Returns the next core after number *i that is put aside, or NULL; *i is -1 before the first
 * one. */
static struct core *
next_aside(Int *i)
{
	while (++*i < (Int)modes.cores)
		if (*i != (Int)cores.running && cores.all[*i].has_run)
			return &cores.all[*i];
	return NULL;
}

static void
take_line(Addr line)
{
	struct core *core;

	for (Int i = -1; (core = next_aside(&i));) {
		if (datacache_remove_aside(&simulation.D1, &core->D1, line))
			miss_kinds_take((UInt)i, line);
		cache_remove(&core->L2, line);
		prefetch_take(core->prefetchers, line);
	}
	cores_own[datacache_lookaside(&simulation.D1, line) -
		  simulation.D1.lookaside] = line;
}

void
cores_write(Addr addr, UInt size)
{
	Addr first = datacache_line(&simulation.D1, addr);
	Addr last = datacache_line(&simulation.D1, addr + size - 1);

	take_line(first);
	if (last != first)
		take_line(last);
}

Bool
cores_have(Addr line)
{
	const struct core *core;

	for (Int i = -1; (core = next_aside(&i));)
		if (cache_has(&core->L2, line) ||
		    datacache_has_aside(&simulation.D1, &core->D1, line))
			return True;
	return False;
}

void
cores_remove(Addr line)
{
	struct core *core;

	for (Int i = -1; (core = next_aside(&i));) {
		datacache_remove_aside(&simulation.D1, &core->D1, line);
		cache_remove(&core->L2, line);
		codecache_remove_aside(&simulation.I1, &core->I1, line);
	}
}
