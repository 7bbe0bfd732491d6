/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SCRIPT_FRAMES_H
#define CGCOLLECT_SCRIPT_FRAMES_H

#include "events.h"

#include "pub_tool_basics.h"

struct context;
struct cost;
struct script_code;
struct thread;

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

/* Returns a new frame, with zeros. */
struct script_frame *script_frame_new(void);

/* Takes the innermost frame off the thread, and what its line has cost to the line's cost. */
void script_frame_pop(struct thread *thread);

/* Adds what the line has cost since it is the frame's to its cost. */
void script_frame_settle(struct script_frame *script);

/* Gives what the interpreter has cost until now to the line of the thread's innermost frame. */
void script_frame_give(struct thread *thread, const ULong now[NEVENTS]);

/* Call when the interpreter goes on in the running thread's innermost frame. */
void script_frame_go_on(struct thread *thread);

#endif
