// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The client requests of the program: Cachegrind's, with the codes of Cachegrind
 * 3.22, Callgrind's, and what others ask for about regions.
 */
#include "calls/callgraph.h"
#include "calls/callstack.h"
#include "counting/counting.h"
#include "counting/toggle.h"
#include "modes.h"
#include "objects/functions.h"
#include "objects/skip.h"
#include "process/client_text.h"
#include "process/log.h"
#include "results/parts.h"
#include "monitor.h"
#include "region_requests.h"
#include "requests.h"

#include "pub_tool_clreq.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

enum {
	CACHEGRIND_START = VG_USERREQ_TOOL_BASE('C', 'G'),
	CACHEGRIND_STOP,
	CALLGRIND_DUMP = VG_USERREQ_TOOL_BASE('C', 'T'),
	CALLGRIND_ZERO,
	CALLGRIND_TOGGLE,
	CALLGRIND_DUMP_AT,
	CALLGRIND_START,
	CALLGRIND_STOP,
	CODSPEED_SKIP_OBJECT, /* of a changed Callgrind */
};

/* the requests that decide what is counted */
static const struct {
	UInt code;
	const HChar *name;
} requests[] = {
    {CACHEGRIND_START, "CACHEGRIND_START_INSTRUMENTATION"},
    {CACHEGRIND_STOP, "CACHEGRIND_STOP_INSTRUMENTATION"},
    {CALLGRIND_START, "CALLGRIND_START_INSTRUMENTATION"},
    {CALLGRIND_STOP, "CALLGRIND_STOP_INSTRUMENTATION"},
    {CALLGRIND_TOGGLE, "CALLGRIND_TOGGLE_COLLECT"},
    {CALLGRIND_ZERO, "CALLGRIND_ZERO_STATS"},
    {CALLGRIND_DUMP, "CALLGRIND_DUMP_STATS"},
    {CALLGRIND_DUMP_AT, "CALLGRIND_DUMP_STATS_AT"},
};

enum { NREQUESTS = sizeof requests / sizeof *requests };

static UInt nseen[NREQUESTS]; /* how often the program sent each */

static void
note(UWord code)
{
	for (UInt i = 0; i < NREQUESTS; i++)
		nseen[i] += requests[i].code == code;
}

static void
dump_at(const HChar *name)
{
	static const HChar before[] = "Client Request: ";
	SizeT size = sizeof before + (name ? VG_(strlen)(name) : 0);
	HChar *trigger = VG_(malloc)("cgcollect.requests.trigger", size);

	VG_(strcpy)(trigger, before);
	VG_(strcat)(trigger, name ? name : "");
	parts_dump(trigger);
	VG_(free)(trigger);
}

static void
skip_object_now(const HChar *path)
{
	if (!path)
		return;
	skip_object(path);
	functions_skip_again();
	if (modes.calls)
		edges_find_again();
}

Bool
requests_handle(ThreadId thread, UWord *args, UWord *answer)
{
	if (log_manner == OF_CACHEGRIND && args[0] != CACHEGRIND_START &&
	    args[0] != CACHEGRIND_STOP)
		return False;
	if (region_request(thread, args, answer))
		return True;
	switch (args[0]) {
	case CACHEGRIND_START:
	case CALLGRIND_START:
		counting_set(True);
		break;
	case CACHEGRIND_STOP:
	case CALLGRIND_STOP:
		counting_set(False);
		break;
	case CALLGRIND_TOGGLE:
		toggle_request(thread);
		break;
	case CALLGRIND_ZERO:
		parts_zero();
		break;
	case CALLGRIND_DUMP:
		parts_dump("Client Request");
		break;
	case CALLGRIND_DUMP_AT:
		dump_at(client_text(args[1]));
		break;
	case CODSPEED_SKIP_OBJECT:
		skip_object_now(client_text(args[1]));
		break;
	case VG_USERREQ__GDB_MONITOR_COMMAND:
		*answer = monitor_command((const HChar *)args[1]);
		return *answer;
	default:
		return False;
	}
	note(args[0]);
	*answer = 0;
	return True;
}

/* --- nothing was counted -------------------------------------------------- */

static UInt
seen(UInt code)
{
	for (UInt i = 0; i < NREQUESTS; i++)
		if (requests[i].code == code)
			return nseen[i];
	return 0;
}

static const HChar *
reason(void)
{
	if (!counting_has_begun())
		return "counting never started (--instr-at-start=no), because "
		       "the program did not send "
		       "CALLGRIND_START_INSTRUMENTATION";
	if (toggle_is_watching())
		return "no instruction ran while counting was on";
	if (modes.toggles && seen(CALLGRIND_TOGGLE) == 0)
		return "counting was never on (--collect-atstart=no), because "
		       "the program did not send CALLGRIND_TOGGLE_COLLECT";
	if (seen(CALLGRIND_ZERO) > 0)
		return "nothing was counted after the last "
		       "CALLGRIND_ZERO_STATS";
	return "no instruction ran while counting was on";
}

void
requests_explain_nothing(void)
{
	const HChar *before = "nothing was counted: the program sent ";
	Bool any = False;

	for (UInt i = 0; i < NREQUESTS; i++) {
		if (nseen[i] == 0)
			continue;
		VG_(umsg)("%s%s %u time%s", any ? ", " : before,
		    requests[i].name, nseen[i], nseen[i] > 1 ? "s" : "");
		any = True;
	}
	if (any)
		VG_(umsg)(", but %s\n", reason());
	else if (!counting_has_begun())
		VG_(umsg)("--instr-at-start=no: counting never began, because "
			  "the program did not ask for it\n");
	else if (modes.toggles && !toggle_is_watching())
		VG_(umsg)("--collect-atstart=no: counting was never on, "
			  "because the program did not ask for it\n");
}
