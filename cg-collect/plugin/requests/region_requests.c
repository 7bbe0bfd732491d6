// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds requests about regions, and checks what they point to: a program that is
 * wrong about it must not end the tool.
 */
#include "calls/callgraph.h"
#include "calls/calls.h"
#include "calls/callstack.h"
#include "counting/counting.h"
#include "counting/regions.h"
#include "modes.h"
#include "pinned/system_result.h"
#include "process/client_text.h"
#include "process/log.h"
#include "translation/superblock.h"
#include "region_requests.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clreq.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
	ENTER_REGION = VG_USERREQ_TOOL_BASE('R', 'G'),
	LEAVE_REGION,
	GET_COUNTS,
};

#define PRCTL_OPTION 0x43475247 /* "CGRG" */

/* the counts before calls were recorded, which no thread has */
static ULong counts_before[NEVENTS];

/*
 * Records calls from now on, because regions are distinguished as contexts are.
 * What was counted so far belongs to no region.  Not if superblocks go beyond
 * branches, because a call in the middle of one would not be seen.
 */
static Bool
prepare(void)
{
	static Bool is_refused;

	if (modes.calls)
		return True;
	if (VG_(clo_vex_control).guest_chase) {
		if (!is_refused && VG_(clo_verbosity) > 0)
			VG_(umsg)("--vex-guest-chase=yes: regions of the "
				  "program are not counted\n");
		is_refused = True;
		return False;
	}
	superblocks_retire();
	superblocks_total(counts_before);
	calls_init();
	contexts_for_counts_so_far();
	discard_translations();
	return True;
}

static UWord
get_counts(Addr to, UWord n)
{
	ULong totals[NEVENTS], counts[NEVENTS];
	UWord nevents = 0;
	SizeT size;

	VG_(memcpy)(totals, counts_before, sizeof totals);
	callstack_add_counts(totals);
	for (Int i = 0; i < NEVENTS && nevents < n; i++)
		if (event_is_recorded(i))
			counts[nevents++] = totals[i];
	size = nevents * sizeof *counts;
	if (!VG_(am_is_valid_for_client)(to, size, VKI_PROT_WRITE))
		return 0;
	VG_(memcpy)((void *)to, counts, size);
	return nevents;
}

/* Does what is asked for with the two arguments; is_in_frame: see regions_enter.
 */
static UWord
act(ThreadId thread, UWord request, const UWord *args, Bool is_in_frame)
{
	const HChar *name = NULL;

	if (!prepare())
		return 0;
	if (request == GET_COUNTS)
		return get_counts(args[0], args[1]);
	name = client_text(args[0]);
	if (request == LEAVE_REGION && (name || !args[0]))
		regions_leave(thread, name);
	else if (name)
		regions_enter(thread, name, is_in_frame);
	return 0;
}

Bool
region_request(ThreadId thread, const UWord *args, UWord *answer)
{
	if (args[0] < ENTER_REGION || args[0] > GET_COUNTS)
		return False;
	*answer = act(thread, args[0], args + 1, True);
	return True;
}

void
region_requests_after_syscall(ThreadId thread, UInt number, const UWord *args)
{
	UWord request = args[1] + ENTER_REGION;

	if (log_manner == OF_CACHEGRIND || number != __NR_prctl ||
	    args[0] != PRCTL_OPTION || args[1] > GET_COUNTS - ENTER_REGION ||
	    !SYSTEM_RESULT_HAS_NO_FLAG)
		return;
	system_result_set(thread, act(thread, request, args + 2, False));
}

void
region_requests_in_child(void)
{
	VG_(memset)(counts_before, 0, sizeof counts_before);
}
