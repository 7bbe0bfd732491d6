// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Starts the log.  The core prints its first lines when it has read the options.
 * With --announce-late, it prints nothing, because ld.so may refuse the program and
 * cg-collect run it again; then the same lines follow when the program begins.
 */
#include "containers/interned.h"
#include "core.h"
#include "log.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#define NAME "cgcollect"
#define DESCRIPTION "an exact cache and branch-prediction profiler"
#define COPYRIGHT "Copyright (C) the authors of cg-tools, and GNU GPL'd."
#define IN_ITS_PLACE "cg-collect " CG_VERSION " in its place"

enum log_manner log_manner;

static Bool is_late;
static XArray *without_effect; /* options of the other tool, or NULL */

/* of the core, but not in its headers for tools */
extern Bool VG_(clo_sigill_diag);

void
log_init(void)
{
	VG_(details_name)(NAME);
	VG_(details_version)(CG_VERSION);
	VG_(details_description)(DESCRIPTION);
	VG_(details_copyright_author)(COPYRIGHT);
	VG_(details_bug_reports_to)("the authors of cg-tools");
}

static void
be_quiet(void)
{
	is_late = is_late && VG_(clo_verbosity) == 1;
	if (is_late)
		VG_(clo_verbosity) = 0;
}

static void
add_without_effect(const HChar *option)
{
	if (!without_effect)
		without_effect = VG_(newXA)(VG_(malloc), "cgcollect.log",
		    VG_(free), sizeof(const HChar *));
	VG_(addToXA)(without_effect, &option);
}

/* The first line is as harnesses and filters expect it. */
static void
stand_in_for(enum log_manner manner)
{
	Bool callgrind = manner == OF_CALLGRIND;

	log_manner = manner;
	VG_(details_name)(callgrind ? "Callgrind" : "Cachegrind");
	VG_(details_version)(NULL);
	VG_(details_description)(
	    callgrind ? "a call-graph generating cache profiler: " IN_ITS_PLACE
		      : "a cache and branch-prediction profiler: " IN_ITS_PLACE
			", with its default --vex-guest-chase=yes");
}

Bool
log_option(const HChar *arg)
{
	const HChar *option;

	if VG_BOOL_CLO (arg, "--announce-late", is_late)
		be_quiet();
	else if (VG_(strcmp)(arg, "--in-place-of=cachegrind") == 0)
		stand_in_for(OF_CACHEGRIND);
	else if (VG_(strcmp)(arg, "--in-place-of=callgrind") == 0)
		stand_in_for(OF_CALLGRIND);
	else if VG_STR_CLO (arg, "--without-effect", option)
		add_without_effect(option);
	else
		return False;
	return True;
}

/* Goes on as Callgrind does, and names options that do nothing.  The texts are here,
 * because callgrind_control takes the word after the options of a command line for
 * the program, so no option may have blanks. */
void
log_start(void)
{
	Word n = without_effect ? VG_(sizeXA)(without_effect) : 0;
	const HChar *prefix = VG_(arg_vgdb_prefix);

	if (VG_(clo_verbosity) == 0)
		return;
	if (log_manner == OF_CALLGRIND)
		VG_(umsg)("For interactive control, run 'callgrind_control%s%s "
			  "-h'.\n",
		    prefix ? " " : "", prefix ? prefix : "");
	for (Word i = 0; i < n; i++)
		VG_(umsg)("%s has no effect here\n",
		    *(HChar **)VG_(indexXA)(without_effect, i));
}

static void
print_word(const HChar *word)
{
	HChar *escaped = name_escape(word);

	for (const HChar *c = escaped; *c; c++)
		VG_(umsg)(*c == ' ' || *c == '\\' ? "\\%c" : "%c", *c);
	VG_(free)(escaped);
}

/* as the core does at the start */
void
log_begin_program(void)
{
	XArray *args = VG_(args_for_client);

	if (!is_late)
		return;
	VG_(clo_verbosity) = 1;
	VG_(clo_sigill_diag) = True;
	VG_(umsg)(NAME "-" CG_VERSION ", " DESCRIPTION "\n" COPYRIGHT "\n");
	VG_(umsg)("Using Valgrind-" CORE_VERSION
		  " and LibVEX; rerun with -h for copyright info\n");
	VG_(umsg)("Command: ");
	print_word(VG_(args_the_exename));
	for (Word i = 0; i < VG_(sizeXA)(args); i++) {
		VG_(umsg)(" ");
		print_word(*(HChar **)VG_(indexXA)(args, i));
	}
	VG_(umsg)("\n\n");
}
