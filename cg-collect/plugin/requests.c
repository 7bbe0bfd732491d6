// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The client requests of the program.  The codes of Cachegrind's requests are
 * the codes of Cachegrind 3.22.
 */
#include "requests.h"
#include "counting.h"
#include "region_requests.h"

#include "pub_tool_clreq.h"

enum {
	CACHEGRIND_START = VG_USERREQ_TOOL_BASE('C', 'G'),
	CACHEGRIND_STOP,
};

Bool
requests_handle(ThreadId thread, UWord *args, UWord *answer)
{
	if (region_request(thread, args, answer))
		return True;
	switch (args[0]) {
	case CACHEGRIND_START:
	case CACHEGRIND_STOP:
		counting_set(args[0] == CACHEGRIND_START);
		break;
	default:
		return False;
	}
	*answer = 0;
	return True;
}
