// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cgcollect, a Valgrind tool: counts a program's instructions, cache misses
 * and mispredicted branches by instruction, and writes them as a Callgrind
 * profile of addresses, in which cg-collect finds files and lines.
 *
 *	options		the options
 *	modes		what is recorded
 *	events		the table of events
 *	ir		words of intermediate code, and where it is added
 *
 * A room needs only rooms that come after it.
 *
 * requests/, from outside:
 *	requests	what the program asks for
 *	region_requests	what it says of its regions
 *	monitor		what vgdb and gdb ask for
 *
 * results/:
 *	parts		writes the parts of the profile,
 *	profile_text	each as a profile, and
 *	callgrind_text	its rows, as text
 *	rows		what they are
 *	folding		folds the stacks that cost little
 *	end_report	prints the totals
 *
 * translation/, once for each superblock:
 *	instrument	turns statements into events, and these into segments
 *	emit		emits the code that counts a segment
 *	dependences	which reads a value comes from
 *	superblock	the translated segments and what they have counted
 *	shortcuts	skips work of VEX that is not needed here
 *
 * simulation/, called by the generated code:
 *	segment		what is executed completely or not at all
 *	hot_segment	executes a segment if all accesses hit
 *	simulate	the simulated machine, which executes all others
 *	cores		cores that have caches of their own, and which one runs
 *	forwarding	reads that wait for writes
 *	miss_kinds	why accesses to data miss
 *	geometry	the sizes of the caches
 *	memory_model	what --memory simulates besides them
 *	lowmem		memory at addresses below 2 GiB
 *
 * machine/, its parts, which know nothing of Valgrind:
 *	cachesim	the policy of all caches, and the last level
 *	hierarchy	the second and the last level of --memory,
 *	prefetch	its prefetchers, and
 *	tlb		its TLBs
 *	codecache	the first level for instructions
 *	datacache	the first level for data
 *	full_cache	a cache of one set
 *	branchsim	the branch predictors
 *
 * data/, misses by data and allocations:
 *	data		its options, and counts misses
 *	lookup		finds what an address belongs to,
 *	datum		the data: allocation sites, variables, ...
 *	allocations	watches allocation functions, which are
 *	allocators	known by name, and their arguments
 *	sites		finds out which call allocates
 *	misses		the misses of an instruction on a datum
 *	line_use	the bytes that are used of each line in D1
 *	sharing		the accesses to lines that threads share,
 *	line_users	by whom,
 *	partners	and with whom
 *	data_text	writes all of that
 *
 * memory/, what is in use, which knows nothing of Valgrind:
 *	live_blocks	blocks, of which
 *	small_blocks	most are small
 *	large_blocks	and some are large
 *	live_ranges	ranges of addresses that do not overlap
 *	live_block	a block or range, and whose it is
 *
 * counting/, which part of the run counts, and as what:
 *	counting	starts and stops counting
 *	toggle		detects entries of functions that toggle it
 *	regions		the regions that the program names
 *	counted_clock	shows the program a time of instructions
 *
 * scripts/, what interpreters run:
 *	scripts		finds the interpreter,
 *	interpreter	which has a description
 *	script_calls	calls and lines of functions of scripts
 *	watching	code that looks at what is stored, and at jumps
 *	script_names	names of their functions and files
 *	client_memory	reads memory of the program, if it is there
 *
 * cpython/, in it, Python of the usual kind:
 *	cpython		its frames, by version
 *	stores		which frame and line runs
 *	code_objects	the names and lines of its functions
 *	layout		where its structures have what
 *	description	what it says of that itself
 *
 * perl/, the same for Perl with threads:
 *	perl		recognises it, by version
 *	perl_layout	where its structures have what
 *	statements	which sub and statement runs
 *	perl_calls	the calls that are open
 *	subs		the names and lines of its code
 *
 * php/, the same for PHP:
 *	php		recognises it, by version
 *	php_layout	where its structures have what
 *	dispatches	which function and line runs
 *	php_functions	the names and lines of its functions
 *
 * calls/, and what they and instructions cost:
 *	calls		begins to record calls
 *	transfer	calls, returns and jumps between functions
 *	callstack	the open calls of each thread
 *	frames		the stack of a thread, and when calls on it are left
 *	script_frames	calls of functions of scripts, and what their lines cost
 *	callgraph	calls, between
 *	contexts	functions in their contexts,
 *	context_names	what distinguishes these but for their stacks
 *	cold		calls that have contexts only if they cost enough
 *	blocks		the counters of a context
 *	jumps		the jumps inside of functions, and their counts
 *	costs		the counts of each instruction
 *
 * objects/, what the program consists of:
 *	objects		finds the program or library of an instruction
 *	functions	the functions, and the targets of calls
 *	activations	how often something is on which stack
 *	skip		functions that the call graph leaves out
 *	symbols		finds the function of an instruction
 *	unnamed		the same in code without symbols
 *	jitdump		finds the files that describe compiled functions
 *
 * spool/, what a process leaves for cg-collect, and hears of it:
 *	destination	finds the name of the profile, and announces it
 *	file		writes a file, replaced when complete
 *	exec		finds the program that a process executes next
 *	control		answers cg-collect through a shared page
 *	temporary	puts temporary files of the core into the spool
 *	pipes		keeps the core quiet about vgdb's pipes
 *
 * process/, the process from its start to its end, and what the core says of it:
 *	log		names the tool and the program
 *	bad_options	says in one line that an option is unknown or wrong
 *	line_tables	keeps the core from reading line tables
 *	loader		watches ld.so until the program begins
 *	client_text	reads texts of the program, if they are there
 *	undecoded	explains SIGILL at an instruction that Valgrind lacks
 *
 * pinned/, what the program is shown, so that runs are alike:
 *	stack		what it starts with
 *	cpuid		the processor,
 *	affinity	and on how many it may run
 *	memory_size	how much memory there is and is free
 *	random		the kernel's random numbers
 *	standard	the kinds of the standard descriptors
 *	system_result	changes what a system call returns
 *
 * containers/, in which the others keep what they have many of:
 *	interned	names of files and functions, each stored once
 *	pieces		memory for many things of one size
 *	slots		a hash table without chains
 *
 * core-has is the script that finds out what the core offers.
 *
 * This file has the life of a process, and decides when a profile is written: at
 * its end and before it executes another program, but not in a forked child that
 * would only overwrite the profile of its parent.
 */
#include "calls/calls.h"
#include "calls/callstack.h"
#include "calls/costs.h"
#include "calls/jumps.h"
#include "calls/transfer.h"
#include "counting/counted_clock.h"
#include "counting/counting.h"
#include "counting/regions.h"
#include "counting/toggle.h"
#include "data/data.h"
#include "modes.h"
#include "objects/jitdump.h"
#include "objects/skip.h"
#include "options.h"
#include "pinned/affinity.h"
#include "pinned/cpuid.h"
#include "pinned/memory_size.h"
#include "pinned/random.h"
#include "pinned/stack.h"
#include "pinned/standard.h"
#include "process/loader.h"
#include "process/log.h"
#include "process/undecoded.h"
#include "requests/region_requests.h"
#include "requests/requests.h"
#include "results/end_report.h"
#include "results/folding.h"
#include "results/parts.h"
#include "scripts/scripts.h"
#include "simulation/cores.h"
#include "simulation/forwarding.h"
#include "simulation/geometry.h"
#include "simulation/memory_model.h"
#include "simulation/miss_kinds.h"
#include "simulation/simulate.h"
#include "spool/control.h"
#include "spool/destination.h"
#include "spool/exec.h"
#include "spool/file.h"
#include "spool/pipes.h"
#include "translation/instrument.h"
#include "translation/superblock.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vkiscnums.h"

static ULong
count_instructions(void)
{
	ULong totals[NEVENTS];

	superblocks_total(totals);
	return totals[EV_IR];
}

static const struct control_actions control_actions = {
    .write_profile = parts_write,
    .count_instructions = count_instructions,
};

static const struct toggle_actions toggle_actions = {
    .dump = parts_dump,
    .zero = parts_zero,
};

/* A forked child without a profile answers no requests of cg-collect. */
static void
begin_to_run(ThreadId thread, ULong nblocks)
{
	superblocks_run(nblocks);
	toggle_run(thread);
	data_run(thread);
	if (modes.cores)
		cores_run(thread);
	if (modes.calls) {
		callstack_run(thread, counting_is_on());
		transfer_arrive(thread);
	}
	if (destination_exists())
		control_poll();
}

static void
end_control(void)
{
	if (destination_exists())
		control_end();
}

/* Says why nothing was counted, if that is so. */
static void
report_nothing(void)
{
	ULong totals[NEVENTS];

	toggle_report();
	skip_report();
	/* few programs of a tree are interpreters */
	if (!options.spool_forked)
		scripts_report();
	data_report();
	parts_total(totals);
	if (totals[EV_IR] == 0)
		requests_explain_nothing();
}

static void
end_profile(void)
{
	/* a program that was refused has no profile; one that another program
	 * starts, and that fails for another reason, is a part of its work */
	if (loader_refusal() || (loader_failed() && !options.spool_after)) {
		destination_refuse(loader_refusal());
		return;
	}
	/* if the profile could not be written, its mark stays */
	if (parts_write())
		destination_end();
	if (!destination_exists())
		return;
	undecoded_report();
	/* not with -q in a tree: few of its processes call all functions */
	if (VG_(clo_verbosity) > 0 || !options.spool_forked)
		report_nothing();
	if (VG_(clo_verbosity) > 0)
		end_report_print();
	if (VG_(clo_verbosity) > 0 || !options.spool_forked)
		end_report_print_folded();
}

static void
finish(Int exit_code)
{
	end_control();
	end_profile();
	if (options.spool)
		pipes_end(options.spool);
}

static void
before_exec(const HChar *program, UInt number, const UWord *args)
{
	Bool is_wanted = exec_is_followed(program, number, args);
	Bool can_follow = destination_can_be_followed() &&
			  exec_can_follow(program, number, args);

	if (options.reproducible)
		exec_pass_option("--standard=", standard_list());
	destination_before_exec(program, parts_write(), is_wanted);
	exec_leave(is_wanted && !can_follow);
}

/* Ends the run before the program begins. */
static void
give_up(const HChar *what, const HChar *reason)
{
	VG_(printf)("cgcollect: %s: %s\n", what, reason);
	destination_end();
	VG_(exit)(1);
}

static void
empty_stdout(void)
{
	Int error = file_empty(1);

	if (error)
		give_up("cannot empty the file for standard output",
		    file_reason(error));
}

/* Does what waits until the program is sure to run. */
static void
begin_program(void)
{
	static Bool begun;

	if (begun || !loader_is_done() || loader_refusal())
		return;
	begun = True;
	log_begin_program();
	if (options.empty_stdout && !options.spool_after)
		empty_stdout();
}

/* The process ends before it writes why, because cg-collect may run the program
 * again.  Other programs go on as they would. */
static void
watch_loader(ThreadId thread, UInt number, const UWord *args)
{
	loader_see_syscall(thread, number, args);
	if (loader_refusal() && !options.spool_after) {
		finish(0);
		VG_(exit)(127);
	}
	begin_program();
}

/* After an exec that succeeds, no callback is called. */
static void
before_syscall(ThreadId thread, UInt number, UWord *args, UInt nargs)
{
	const HChar *program = exec_program(number, args);

	watch_loader(thread, number, args);
	control_before_syscall(number, args);
	if (options.reproducible)
		standard_before(number, args);
	callstack_before_syscall(thread);
	/* the progress line is cleared now, because the core prints messages
	 * before it calls finish */
	if (number == __NR_exit_group)
		end_control();
	if (program)
		before_exec(program, number, args);
}

static void
after_syscall(
    ThreadId thread, UInt number, UWord *args, UInt nargs, SysRes result)
{
	if (exec_is(number)) {
		exec_leave(False);
		destination_exec_failed();
	}
	if (sr_isError(result))
		destination_fork_failed();
	region_requests_after_syscall(thread, number, args);
	counted_clock_pin(thread, number, args, result);
	if (!options.reproducible)
		return;
	affinity_pin(thread, number, args, result);
	standard_pin(thread, number, args, result);
	random_pin(number, args, result);
	memory_size_pin(number, args, result);
}

static void
before_fork(ThreadId thread)
{
	destination_before_fork();
}

static void
after_fork(ThreadId thread)
{
	destination_after_fork();
}

/* The counts so far belong to the parent. */
static void
in_forked_child(ThreadId thread)
{
	superblocks_clear();
	costs_clear();
	jumps_clear();
	data_in_child(thread);
	callstack_in_child(thread);
	regions_in_child(thread);
	region_requests_in_child();
	control_in_child();
	toggle_in_child();
	parts_in_child();
	destination_in_child();
}

/* Called when the first superblock is translated, just before the program runs.
 */
static void
prepare_program(const VgCallbackClosure *closure, const VexGuestLayout *layout)
{
	loader_start(closure->tid, closure->readdr);
	if (options.reproducible)
		stack_pin(closure->tid, layout);
}

static IRSB *
translate(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
    const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
    IRType host_word)
{
	static Bool started;

	if (!started)
		prepare_program(closure, layout);
	started = True;
	loader_see_superblock(closure->readdr);
	begin_program();
	cpuid_pin(in);
	undecoded_see(in);
	data_watch(in, closure->readdr, layout);
	if (counted_clock_is_shown())
		counted_clock_watch(in);
	if (!counting_is_on()) {
		superblock_new(closure->readdr);
		return in;
	}
	if (toggle_is_watching())
		toggle_watch(in, closure->readdr, layout);
	return instrument(
	    closure, in, layout, extents, host, guest_word, host_word);
}

static void
discard(Addr addr, VexGuestExtents extents)
{
	function_targets_forget();
	superblock_discard(extents.base[0]);
}

static Int
init_control(void)
{
	SizeT size = VG_(strlen)(options.spool) + sizeof "/control";
	HChar path[size];

	VG_(snprintf)(path, (Int)size, "%s/control", options.spool);
	return control_init(path, &control_actions);
}

/* Ends the run before the first program begins if it could leave no profile.  A
 * program that is executed later runs without one. */
static void
init_destination(void)
{
	Int error = options.spool ? init_control() : 0;

	if (!error || options.spool_after)
		error = destination_init(options.out_file, options.spool,
		    options.spool_forked, options.spool_after);
	if (error && !options.spool_after) {
		VG_(printf)("cgcollect: %s: cannot write: %s\n", options.spool,
		    file_reason(error));
		VG_(exit)(1);
	}
}

static void
begin_handler(ThreadId thread, Int signal, Bool alternate_stack)
{
	regions_begin_handler(thread, alternate_stack);
	callstack_begin_handler(thread, alternate_stack);
	toggle_begin_handler(thread, alternate_stack);
	data_begin_handler(thread, alternate_stack);
}

static void
end_handler(ThreadId thread, Int signal)
{
	regions_end_handler(thread);
	callstack_end_handler(thread);
	toggle_end_handler(thread);
	data_end_handler(thread);
}

static void
begin_thread(ThreadId thread, ThreadId child)
{
	if (modes.cores)
		cores_begin_thread(child);
	regions_begin_thread(thread, child);
	data_begin_thread(thread, child);
}

static void
end_thread(ThreadId thread)
{
	callstack_end_thread(thread);
	regions_end_thread(thread);
	toggle_end_thread(thread);
	data_end_thread(thread);
}

static void
start(void)
{
	log_start();
	geometry_complete();
	memory_model_check();
	init_destination();
	if (!cpuid_is_possible())
		give_up(cpuid_name(), "this processor is below that level");
	costs_init();
	if (options.calls)
		calls_init();
	if (modes.calls) {
		folding_init();
		scripts_init();
	}
	modes.build_ids = !options.reproducible;
	if (options.reproducible) {
		standard_init(options.standard);
		stack_warn_if_random();
	}
	simulation_init();
	toggle_init(&toggle_actions);
	data_init(modes.caches ? &simulation.D1 : NULL);
	forwarding_init();
	miss_kinds_init();
	counting_init(options.instr_at_start);
	instrument_init();
	VG_(atfork)(before_fork, after_fork, in_forked_child);
}

static void
see_mapping(Addr start, SizeT size, Bool read, Bool write, Bool execute,
    ULong debug_info)
{
	jitdump_see_mapping(start, size, read, write, execute, debug_info);
	data_see_mapping(start, size);
}

static void
register_tool(void)
{
	log_init();
	VG_(details_avg_translation_sizeB)(500);

	/* With chasing, instructions are counted that a taken branch skips.
	 * The counts of loads depend on the other two, which are set as in
	 * Cachegrind. */
	VG_(clo_vex_control).guest_chase = False;
	VG_(clo_vex_control).iropt_register_updates_default =
	    VexRegUpdSpAtMemAccess;
	VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;

	VG_(basic_tool_funcs)(start, translate, finish);
	VG_(needs_command_line_options)(
	    options_take, options_print_usage, options_print_debug_usage);
	VG_(track_start_client_code)(begin_to_run);
	VG_(track_new_mem_mmap)(see_mapping);
	VG_(track_die_mem_munmap)(data_see_unmapping);
	VG_(track_pre_deliver_signal)(begin_handler);
	VG_(track_post_deliver_signal)(end_handler);
	VG_(track_pre_thread_ll_create)(begin_thread);
	VG_(track_pre_thread_ll_exit)(end_thread);
	VG_(needs_client_requests)(requests_handle);
	VG_(needs_superblock_discards)(discard);
	VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
}

VG_DETERMINE_INTERFACE_VERSION(register_tool)
