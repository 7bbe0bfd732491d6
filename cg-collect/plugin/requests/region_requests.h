/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_REGION_REQUESTS_H
#define CGCOLLECT_REGION_REQUESTS_H

#include "pub_tool_basics.h"

/*
 * What the program says of its regions, and asks of its counts: by client
 * requests of include/cg-tools/regions.h, or by a system call, prctl with an
 * option that no kernel knows.
 */

/* Returns true if it is such a request, whose answer is then set. */
Bool region_request(ThreadId thread, const UWord *args, UWord *answer);

/* The same after a system call, whose result is then set; not in place of
 * Cachegrind. */
void
region_requests_after_syscall(ThreadId thread, UInt number, const UWord *args);

/* Call in a forked child, where counts start at zero. */
void region_requests_in_child(void);

#endif
