/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SCRIPT_FRAMES_H
#define CGCOLLECT_SCRIPT_FRAMES_H

#include "events.h"

#include "pub_tool_basics.h"

struct context;
struct cost;
struct script_code;

/*
 * A call of a function of a script.  While it is the innermost one and the interpreter
 * runs, what that costs belongs to the line.
 */
struct script_frame {
	struct script_frame *below; /* the caller of its thread, or NULL */
	struct context *context;    /* of the function */
	struct cost *line;
	ULong spent
	    [NEVENTS]; /* of the line in the context, and not in its cost yet */
	/* for scripts/ */
	Addr frame; /* the interpreter's, or the stack that has it */
	Int index;  /* on that */
	struct script_code *code;
	Bool is_entry; /* it began with a call of the interpreter's loop */
};

#endif
