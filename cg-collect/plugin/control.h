/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CONTROL_H
#define CGCOLLECT_CONTROL_H

#include "pub_tool_basics.h"

/* To be called once; where there is no such file nobody asks us anything. */
void control_init(const HChar *path);

struct control_actions {
	Bool (*write_profile)(void);       /* false if none was written */
	ULong (*count_instructions)(void); /* executed so far */
};

/* Does what was asked for since the last call; usually that is nothing, and
 * costs no more than to find that out. */
void control_poll(const struct control_actions *actions);

/* Counts a process that could leave nothing in the spool. */
void control_count_lost(void);

/* A forked child's instructions are counted from zero. */
void control_in_child(void);

/* To be called at the program's end, before anything is printed; only the first
 * call counts. */
void control_end(const struct control_actions *actions);

#endif
