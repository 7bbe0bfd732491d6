// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The monitor commands, Callgrind's, with answers in the form that its script
 * callgrind_control reads.  A command comes when no generated code runs.
 */
#include "calls/callgraph.h"
#include "calls/callstack.h"
#include "counting/counting.h"
#include "modes.h"
#include "results/parts.h"
#include "spool/control.h"
#include "spool/destination.h"
#include "translation/superblock.h"
#include "monitor.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

enum { HELP, STATUS, DUMP, ZERO, INSTRUMENTATION, PROFILE };

static const HChar commands[] = "help status dump zero instrumentation profile";

static void
print_help(void)
{
	VG_(gdb_printf)("\n"
			"cgcollect monitor commands:\n"
			"  dump [<dump_hint>]\n"
			"        end a part of the profile, as a dump\n"
			"  zero\n"
			"        set all counts to zero\n"
			"  status\n"
			"        print what is counted, and how much\n"
			"  instrumentation [on|off]\n"
			"        print or set whether code is counted\n"
			"  profile\n"
			"        write the profile so far, if cg-collect was "
			"asked for it\n"
			"\n");
}

/* --- status --------------------------------------------------------------- */

static const HChar *
on_or_off(void)
{
	return counting_is_on() ? "on" : "off";
}

static void
put_counts(const ULong *counts)
{
	for (Int i = 0; i < NEVENTS; i++)
		if (event_is_recorded(i))
			VG_(gdb_printf)(" %llu", counts[i]);
	VG_(gdb_printf)("\n");
}

static void
put_event_names(void)
{
	VG_(gdb_printf)("events:");
	for (Int i = 0; i < NEVENTS; i++)
		if (event_is_recorded(i))
			VG_(gdb_printf)(" %s", event_table[i].name);
	VG_(gdb_printf)("\n");
}

/* the number of the next open function */
static UInt depth;

/* The calls from a function come after it. */
static void
put_open(ThreadId thread, const struct context *function,
    const struct edge *call, const ULong counts[NEVENTS])
{
	if (call)
		VG_(gdb_printf)("calls-%u-%u: %llu\n", thread, depth - 1,
		    call->calls > 0 ? call->calls : 1);
	VG_(gdb_printf)(
	    "function-%u-%u: %s\n", thread, depth, function->name->text);
	VG_(gdb_printf)("events-%u-%u:", thread, depth++);
	put_counts(counts);
}

static void
put_thread(ThreadId thread)
{
	depth = 0;
	callstack_visit(thread, put_open);
	VG_(gdb_printf)("frames-%u: %u\n", thread, depth);
	VG_(gdb_printf)("events-%u:", thread);
	put_counts(callstack.threads[thread].totals);
}

static void
put_numbers_of_calls(void)
{
	UInt nfunctions, ncontexts = 0, nedges;
	struct function **functions = functions_all(&nfunctions);
	struct edge **edges = edges_all(&nedges);
	ULong ncalls = 0;

	for (UInt i = 0; i < nfunctions; i++)
		for (const struct context *c = functions[i]->contexts; c;
		     c = c->next_of_function)
			ncontexts++;
	for (UInt i = 0; i < nedges; i++)
		ncalls += edges[i]->calls;
	VG_(free)(functions);
	VG_(free)(edges);
	VG_(gdb_printf)("executed-calls: %llu\n"
			"distinct-calls: %u\n"
			"distinct-functions: %u\n"
			"distinct-contexts: %u\n",
	    ncalls, nedges, nfunctions, ncontexts);
}

/* Calls the function for each thread.  Returns their number. */
static UInt
visit_threads(void (*visit)(ThreadId))
{
	Addr stack_min, stack_max;
	ThreadId thread;
	UInt n = 0;

	VG_(thread_stack_reset_iter)(&thread);
	for (; VG_(thread_stack_next)(&thread, &stack_min, &stack_max); n++)
		if (visit)
			visit(thread);
	return n;
}

static void
put_number(ThreadId thread)
{
	VG_(gdb_printf)(" %u", thread);
}

/* Without --calls the threads have no counts of their own. */
static void
print_internals(void)
{
	VG_(gdb_printf)("instrumentation: %s\n", on_or_off());
	if (!counting_is_on())
		return;
	if (modes.calls)
		put_numbers_of_calls();
	VG_(gdb_printf)("distinct-bbs: %u\n", superblocks_count());
	put_event_names();
	VG_(gdb_printf)("part: %u\nthreads:", parts_dumped());
	visit_threads(put_number);
	VG_(gdb_printf)("\ncurrent-tid: %u\n", VG_(get_running_tid)());
	if (modes.calls)
		visit_threads(put_thread);
}

static void
print_status(void)
{
	ULong totals[NEVENTS];

	parts_total(totals);
	VG_(gdb_printf)("%u thread(s) running.\n", visit_threads(NULL));
	VG_(gdb_printf)("instrumentation: %s\n", on_or_off());
	VG_(gdb_printf)("dumped parts: %u\n", parts_dumped());
	for (Int i = 0; i < NEVENTS; i++)
		if (event_is_recorded(i))
			VG_(gdb_printf)(
			    "%s: %llu\n", event_table[i].name, totals[i]);
}

/* --- commands ------------------------------------------------------------- */

static void
set_instrumentation(const HChar *wanted)
{
	if (!wanted)
		VG_(gdb_printf)("instrumentation: %s\n", on_or_off());
	else if (VG_(strcmp)(wanted, "on") == 0)
		counting_set(True);
	else if (VG_(strcmp)(wanted, "off") == 0)
		counting_set(False);
	else
		VG_(gdb_printf)("expected on or off, found \"%s\"\n", wanted);
}

Bool
monitor_command(const HChar *command)
{
	HChar *copy = VG_(strdup)("cgcollect.monitor", command), *rest;
	const HChar *word = VG_(strtok_r)(copy, " ", &rest);
	Int id = word ? VG_(keyword_id)(
			    commands, word, kwd_report_duplicated_matches)
		      : -1;
	const HChar *next = id >= 0 ? VG_(strtok_r)(NULL, " ", &rest) : NULL;

	if (id == HELP)
		print_help();
	else if (id == STATUS && next && VG_(strcmp)(next, "internal") == 0)
		print_internals();
	else if (id == STATUS)
		print_status();
	else if (id == DUMP)
		parts_dump(command);
	else if (id == ZERO)
		parts_zero();
	else if (id == INSTRUMENTATION)
		set_instrumentation(next);
	else if (id == PROFILE && destination_exists())
		control_poll();
	VG_(free)(copy);
	return id != -1;
}
