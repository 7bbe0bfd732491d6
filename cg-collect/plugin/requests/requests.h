/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_REQUESTS_H
#define CGCOLLECT_REQUESTS_H

#include "pub_tool_basics.h"

/* Does what the program asks for by a client request.  Returns true if it is one
 * of the tool's requests, whose answer is then set.  In place of Cachegrind, the
 * requests are only those that Cachegrind has. */
Bool requests_handle(ThreadId thread, UWord *args, UWord *answer);

/* Prints why nothing was counted, and which requests there were. */
void requests_explain_nothing(void);

#endif
