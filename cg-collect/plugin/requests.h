/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_REQUESTS_H
#define CGCOLLECT_REQUESTS_H

#include "pub_tool_basics.h"

/* Sets whether the program is counted from its start or from its first request.
 * To be called before the first superblock. */
void requests_init(Bool counting);

/* True if code that is translated now is to be counted. */
Bool requests_counting(void);

/* The tool's client_request callback. */
Bool request_handle(ThreadId thread, UWord *args, UWord *answer);

#endif
