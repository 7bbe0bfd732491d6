// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The options of the tool.  cg-collect gives them; its page explains those that
 * users know.  Features take their own.
 */
#include "calls/calls.h"
#include "counting/counted_clock.h"
#include "counting/toggle.h"
#include "data/data.h"
#include "events.h"
#include "modes.h"
#include "objects/skip.h"
#include "options.h"
#include "pinned/cpuid.h"
#include "process/log.h"
#include "scripts/scripts.h"
#include "simulation/geometry.h"
#include "simulation/memory_model.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

struct options options = {
    .out_file = "cachegrind.out.%p",
    .spool_forked = True,
    .instr_at_start = True,
};

Bool
options_take(const HChar *arg)
{
	const HChar *cpu;

	if VG_STR_CLO (arg, "--cpu", cpu)
		return cpuid_choose(cpu);
	return VG_BOOL_CLO(arg, "--cache-sim", modes.caches) ||
	       VG_BOOL_CLO(arg, "--branch-sim", modes.branches) ||
	       VG_BOOL_CLO(arg, "--dump-instr", modes.addresses) ||
	       VG_BOOL_CLO(arg, "--separate-threads", modes.threads) ||
	       VG_BOOL_CLO(arg, "--calls", options.calls) ||
	       VG_BOOL_CLO(arg, "--forwarding", modes.forwarding) ||
	       VG_BOOL_CLO(arg, "--miss-kinds", modes.miss_kinds) ||
	       VG_BOOL_CLO(arg, "--instr-at-start", options.instr_at_start) ||
	       VG_BOOL_CLO(arg, "--instr-atstart", options.instr_at_start) ||
	       VG_BOOL_CLO(arg, "--reproducible", options.reproducible) ||
	       VG_BOOL_CLO(arg, "--spool-forked", options.spool_forked) ||
	       VG_BOOL_CLO(arg, "--empty-stdout", options.empty_stdout) ||
	       VG_STR_CLO(arg, "--cachegrind-out-file", options.out_file) ||
	       VG_STR_CLO(arg, "--spool", options.spool) ||
	       VG_STR_CLO(arg, "--spool-after", options.spool_after) ||
	       VG_STR_CLO(arg, "--standard", options.standard) ||
	       memory_model_option(arg) || geometry_option(arg) ||
	       calls_option(arg) || scripts_option(arg) || skip_option(arg) ||
	       toggle_option(arg) || data_option(arg) || log_option(arg) ||
	       counted_clock_option(arg);
}

/* The usual ones; those that are only for cg-collect's use come last. */
static const struct {
	const HChar *option, *text;
} usage[] = {
    {"I1=<size>,<assoc>,<line_size>", "set I1 cache manually"},
    {"D1=<size>,<assoc>,<line_size>", "set D1 cache manually"},
    {"LL=<size>,<assoc>,<line_size>", "set LL cache manually"},
    {"memory=<name>", "simulate L2, TLBs and prefetchers, too"},
    {"L2=<size>,<assoc>,<line_size>", "with it, set L2 cache"},
    {"filling=<how>,<how>", "L2 and LL: filled, inclusive; LL: victim"},
    {"tlb=<I>:<D>:<S>[:<S>]", "set TLBs, each <entries>,<ways>"},
    {"prefetch=<list>", "set prefetchers"},
    {"cores=<n>", "with --memory, put threads on n cores [1]"},
    {"cache-sim=yes|no", "collect cache stats? [yes]"},
    {"forwarding=yes|no", "count reads that wait for writes? [no]"},
    {"miss-kinds=yes|no", "tell apart why data miss? [no]"},
    {"branch-sim=yes|no", "collect branch prediction stats? [no]"},
    {"instr-at-start=yes|no",
	"count from the start, not only on request? [yes]"},
    {"collect-atstart=yes|no", "count until the program toggles it? [yes]"},
    {"toggle-collect=<function>", "count only inside this function"},
    {"zero-before=<function>", "forget the counts when it is entered"},
    {"dump-before=<function>", "end a part when it is entered"},
    {"dump-after=<function>", "end a part when it is left"},
    {"calls=yes|no", "also record calls, in Callgrind's format? [no]"},
    {"separate-recs=<n>", "levels of recursion to separate [2]"},
    {"separate-callers=<n>", "callers to separate [0]"},
    {"separate-threads=yes|no", "a part for each thread? [no]"},
    {"stacks=yes|no", "count by the whole call stack? [no]"},
    {"stacks-least=<n>", "fold stacks below n billionths of all [10000]"},
    {"stacks-memory=<MB>", "fold cold stacks that need more memory [10-50]"},
    {"dump-instr=yes|no", "record each instruction? [no]"},
    {"collect-jumps=yes|no", "also record jumps? [no]"},
    {"fn-skip=<function>", "count it as part of its callers"},
    {"obj-skip=<file>", "the same for all functions of a file"},
    {"scripts=yes|no|only|auto", "functions of scripts; only: no others [no]"},
    {"skip-plt=yes|no", "skip linkage tables? [yes]"},
    {"cachegrind-out-file=<file>", "output file name [cachegrind.out.%p]"},
    {"spool=<dir>", "write <dir>/<pid>.<p>.<n> instead, one per program"},
    {"spool-after=<pid>.<p>.<n>", "the program before an exec"},
    {"standard=<list>", "the standard descriptors after an exec"},
    {"spool-forked=yes|no", "also write for forked children? [yes]"},
    {"empty-stdout=yes|no", "empty the first program's output file? [no]"},
    {"reproducible=yes|no", "pin the processors and the stack? [no]"},
    {"clock=counted|real", "show time by instructions? [real]"},
    {"cpu=<name>", "the processor of CPUID: host, x86-64-v1, v2, v3 [host]"},
    {"in-place-of=<tool>", "print what cachegrind or callgrind prints"},
    {"without-effect=<option>", "name it at the start of the log"},
    {"announce-late=yes|no", "print nothing before the program begins? [no]"},
};

void
options_print_usage(void)
{
	for (UInt i = 0; i < sizeof usage / sizeof *usage; i++)
		VG_(printf)("    --%-30s %s\n", usage[i].option, usage[i].text);
	VG_(printf)("\n  events of cgcollect:\n");
	for (Int i = 0; i < NEVENTS; i++)
		VG_(printf)("    %-7s %s\n", event_table[i].name,
		    event_table[i].description);
}

void
options_print_debug_usage(void)
{
	VG_(printf)("    (none)\n");
}
