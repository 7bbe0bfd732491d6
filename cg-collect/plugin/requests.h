/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_REQUESTS_H
#define CGCOLLECT_REQUESTS_H

#include "pub_tool_basics.h"

/* To be called before the first superblock: whether the program is counted from
 * its start, or from its first request to do so. */
void requests_init(Bool counting);

/* Whether what is translated now is to be counted. */
Bool requests_counting(void);

/* The tool's client_request callback. */
Bool request_handle(ThreadId thread, UWord *args, UWord *answer);

#endif
