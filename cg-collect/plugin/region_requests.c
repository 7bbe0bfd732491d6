// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds requests about regions, and checks what they point to: a program that is
 * wrong about it must not end the tool.
 */
#include "region_requests.h"
#include "events.h"
#include "process/client_text.h"
#include "process/system_result.h"
#include "regions.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clreq.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
	ENTER_REGION = VG_USERREQ_TOOL_BASE('R', 'G'),
	LEAVE_REGION,
	GET_COUNTS,
};

#define PRCTL_OPTION 0x43475247 /* "CGRG" */

static const struct region_actions *actions;

void
region_requests_init(const struct region_actions *a)
{
	actions = a;
}

static UWord
get_counts(Addr to, UWord n)
{
	ULong counts[NEVENTS];
	SizeT size;

	n = actions->count(counts, n < NEVENTS ? (UInt)n : NEVENTS);
	size = n * sizeof *counts;
	if (!VG_(am_is_valid_for_client)(to, size, VKI_PROT_WRITE))
		return 0;
	VG_(memcpy)((void *)to, counts, size);
	return n;
}

/* Does what is asked for with the two arguments; is_in_frame: see regions_enter.
 */
static UWord
act(ThreadId thread, UWord request, const UWord *args, Bool is_in_frame)
{
	const HChar *name = NULL;

	if (!actions->prepare())
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

	if (number != __NR_prctl || args[0] != PRCTL_OPTION ||
	    args[1] > GET_COUNTS - ENTER_REGION || !SYSTEM_RESULT_HAS_NO_FLAG)
		return;
	system_result_set(thread, act(thread, request, args + 2, False));
}
