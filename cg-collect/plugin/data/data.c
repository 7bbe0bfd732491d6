// SPDX-License-Identifier: GPL-2.0-or-later
/* Misses by data.  Only misses are looked up, so hits cost nothing. */
#include "modes.h"
#include "allocations.h"
#include "allocators.h"
#include "data.h"
#include "datum.h"
#include "line_use.h"
#include "lookup.h"
#include "misses.h"
#include "sharing.h"
#include "sites.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"

static void
take_function(const HChar *option, const HChar *text, Bool frees)
{
	Bool has_number;

	if (!allocator_take(text, frees, &has_number)) {
		VG_(printf)("cgcollect: %s=%s: expected the number of an "
			    "argument, 1 to %d, after the colon\n",
		    option, text, MAX_ARGUMENT);
		VG_(exit)(1);
	}
	if (!frees && !has_number)
		sites_pass(text);
}

Bool
data_option(const HChar *arg)
{
	const HChar *text;

	if VG_BOOL_CLO (arg, "--data", modes.data)
		return True;
	if VG_BOOL_CLO (arg, "--line-use", modes.line_use)
		return True;
	if VG_BOOL_CLO (arg, "--sharing", modes.sharing)
		return True;
	if VG_BOOL_CLO (arg, "--allocs", modes.allocations)
		return True;
	if VG_STR_CLO (arg, "--alloc-fn", text)
		take_function("--alloc-fn", text, False);
	else if VG_STR_CLO (arg, "--free-fn", text)
		take_function("--free-fn", text, True);
	else
		return False;
	return True;
}

static Bool
is_watching(void)
{
	return modes.data || modes.allocations;
}

void
data_init(struct datacache *D1)
{
	if (!is_watching())
		return;
	if (modes.data && !D1) {
		VG_(printf)("cgcollect: --data needs --cache-sim=yes\n");
		VG_(exit)(1);
	}
	if (!arguments_are_known()) {
		VG_(printf)("cgcollect: %s: not possible on this processor\n",
		    modes.data ? "--data" : "--allocs");
		VG_(exit)(1);
	}
	data_of_memory_init();
	sites_init();
	misses_init();
	if (modes.line_use)
		line_use_init(D1);
	if (modes.sharing)
		sharing_init(D1->line_size);
	if (modes.line_use || modes.sharing)
		modes.all_accesses = True;
	allocations_init();
	/* an allocation function in the middle of a superblock would not be seen */
	VG_(clo_vex_control).guest_chase = False;
}

void
data_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout)
{
	if (is_watching())
		allocations_watch(superblock, addr, layout);
}

void
data_see_call(Addr call, Addr next)
{
	if (is_watching())
		sites_see_call(call, next);
}

/* of the last miss */
static struct miss_place last_miss;

void
data_see_line(const struct cost *cost, enum access_kind kind, Addr line,
    Bool missed, Addr first, Addr last)
{
	if (modes.sharing && kind != ACCESS_BEGINS)
		sharing_see(cost, kind == ACCESS_WRITES, line, first, last);
	if (modes.line_use)
		line_use_see(line, missed && modes.counting ? &last_miss : NULL,
		    missed, first, last);
}

void
data_miss(const struct cost *cost, Addr addr)
{
	Addr offset;
	struct datum *datum =
	    lookup_datum(VG_(get_running_tid)(), addr, &offset);

	last_miss = misses_at(datum, cost, offset);
}

void
data_count_miss(enum event event, Bool with_last)
{
	struct miss_counts *counts = miss_counts_at(&last_miss);

	if (event == EV_DR) {
		counts->d1_read += modes.counting;
		counts->ll_read += with_last ? modes.counting : 0;
	} else {
		counts->d1_write += modes.counting;
		counts->ll_write += with_last ? modes.counting : 0;
	}
}

void
data_count_kind(enum event event)
{
	miss_counts_at(&last_miss)->kinds[event - EV_D1MNEW] += modes.counting;
}

void
data_change_core(UInt core)
{
	if (modes.line_use)
		line_use_change_core(core);
}

void
data_see_mapping(Addr start, SizeT size)
{
	if (!is_watching())
		return;
	allocations_see_mapping(start, size);
	lookup_see_mapping();
}

void
data_see_unmapping(Addr start, SizeT size)
{
	if (!is_watching())
		return;
	allocations_see_unmapping(start, size);
	lookup_see_mapping();
}

void
data_begin_thread(ThreadId thread, ThreadId child)
{
	if (thread != VG_INVALID_THREADID)
		lookup_see_thread();
	sharing_start_thread(thread, child);
}

void
data_run(ThreadId thread)
{
	if (is_watching())
		allocations_run(thread);
}

void
data_begin_handler(ThreadId thread, Bool alternate_stack)
{
	if (is_watching())
		allocations_begin_handler(thread, alternate_stack);
}

void
data_end_handler(ThreadId thread)
{
	if (is_watching())
		allocations_end_handler(thread);
}

void
data_end_thread(ThreadId thread)
{
	if (is_watching())
		allocations_end_thread(thread);
	sharing_end_thread(thread);
}

static void
clear(struct datum *datum)
{
	datum->blocks = datum->bytes = 0;
}

void
data_clear(void)
{
	if (!is_watching())
		return;
	data_visit(clear);
	line_use_forget();
	sharing_forget();
	misses_clear();
}

void
data_in_child(ThreadId thread)
{
	data_clear();
	if (is_watching())
		allocations_in_child(thread);
}

void
data_report(void)
{
	if (!is_watching())
		return;
	allocators_report();
	/* else they may have been inlined, which is known after the run */
	if (!modes.data)
		sites_report();
}
