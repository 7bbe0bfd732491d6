/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CONTROL_H
#define CGCOLLECT_CONTROL_H

#include "pub_tool_basics.h"

struct control_actions {
	Bool (*write_profile)(void);       /* false if none was written */
	ULong (*count_instructions)(void); /* executed so far */
};

/* Maps the shared page.  Call once.  Returns 0, or the number of an error; then
 * there are no requests. */
Int control_init(const HChar *path, const struct control_actions *actions);

/* Answers the requests since the last call.  Usually there are none, and then
 * it costs two loads. */
void control_poll(void);

/* Adds n, which may be negative, to the number of forked processes that have
 * left no mark in the spool. */
void control_add_lost(Int n);

/* Says that a part was dumped. */
void control_add_dump(void);

/* Counts instructions from zero after this many. */
void control_forget(ULong instructions);

/* Counts instructions from zero.  Call in a forked child. */
void control_in_child(void);

/* Clears the progress line if the system call is about to write to its terminal. */
void control_before_syscall(UInt number, const UWord *args);

/* Reports the end of the program.  Call before anything is printed; only the
 * first call has an effect. */
void control_end(void);

#endif
