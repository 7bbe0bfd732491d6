// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the program asks of us: to start and to stop counting, with the codes of
 * Cachegrind 3.22.  Code that is not counted runs as if there were no tool; so
 * all translations are given up when that changes.  The core ends a superblock
 * with the request and discards before it goes on: not an instruction counts on
 * the wrong side.
 */
#include "requests.h"
#include "callstack.h"

#include "pub_tool_clreq.h"
#include "pub_tool_transtab.h"

enum {
	START = VG_USERREQ_TOOL_BASE('C', 'G'),
	STOP,
};

static struct {
	Bool counting;
} requests;

void
requests_init(Bool counting)
{
	if (!counting)
		callstack_end_calls();
	requests.counting = counting;
}

Bool
requests_counting(void)
{
	return requests.counting;
}

static void
set_counting(Bool counting)
{
	/* the core does not accept the whole address space as a range */
	const Addr first = 0x1000;

	if (requests.counting == counting)
		return;
	VG_(discard_translations_safely)(
	    first, ~(SizeT)(first - 1), "cgcollect");
	requests.counting = counting;
}

Bool
request_handle(ThreadId thread, UWord *args, UWord *answer)
{
	if (args[0] != START && args[0] != STOP)
		return False;
	set_counting(args[0] == START);
	*answer = 0;
	return True;
}
