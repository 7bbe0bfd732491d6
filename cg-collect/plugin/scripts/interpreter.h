/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Describes an interpreter: which function runs scripts (the loop), and where the loop stores
 * which function of a script runs and where in it.
 */
#ifndef CGCOLLECT_INTERPRETER_H
#define CGCOLLECT_INTERPRETER_H

#include "pub_tool_basics.h"

struct cost;
struct function;
struct object;

/* The code of a function of a script. */
struct script_code {
	struct script_code *next;
	UWord addr; /* of the interpreter's object */
	struct function *function;
	Addr begin, end; /* of its instructions */
	struct script_lines *lines;
};

/* Instructions of one line. */
struct script_range {
	Addr begin, end;
	UInt line;
};

/* The places that the loop stores to; others are not looked at. */
struct script_places {
	/* of the address of the frame that runs, from the start of a thread's state or of what
	 * that points to, which is then on the stack of the loop */
	UWord cell;
	Bool is_on_stack;
	UWord pointer; /* to that, from the start of the thread's state */
	UWord
	    instr; /* of the instruction that runs, from the start of a frame */
	Bool
	    is_anywhere; /* all functions of the interpreter may store to them */
};

enum script_frame_kind {
	SCRIPT_FRAME_NONE, /* of no function of a script, or not known */
	SCRIPT_FRAME_INNER, /* a part of a call that the interpreter makes for the caller */
	SCRIPT_FRAME_RUNS,
};

struct interpreter {
	const HChar *
	    loop; /* its name; its arguments are the thread's state and a frame */

	/* Finds out which version it is, from the address of the loop and the arguments of its
	 * first call.  Returns its name, or NULL if it is none that is known. */
	const HChar *(*recognise)(
	    Addr loop, Addr thread, Addr frame, struct script_places *places);

	/* Returns what the frame is, and sets the caller, unless it is none: the next
	 * frame below that runs, as far as the program says. */
	enum script_frame_kind (*look_at)(Addr frame, Addr *caller);

	/* Returns the code that runs in the frame, whose function is of the object; NULL if
	 * what is there cannot be it. */
	struct script_code *(*code_of)(Addr frame, struct object *object);

	/* Finds the line of the instruction.  False if it is not in the code. */
	Bool (*find_line)(const struct script_code *code, Addr instr,
	    struct script_range *range);
};

extern const struct interpreter interpreter_cpython;

#endif
