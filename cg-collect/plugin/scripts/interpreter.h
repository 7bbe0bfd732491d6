/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Describes an interpreter: which function runs scripts (the loop), and which stores or jumps
 * say what of a script runs.
 */
#ifndef CGCOLLECT_INTERPRETER_H
#define CGCOLLECT_INTERPRETER_H

#include "pub_tool_basics.h"

#include "libvex_ir.h"

struct emitter;
struct function;
struct thread_words;
struct watched_store;

/* The code of a function of a script; the interpreters add what they know of it. */
struct script_code {
	struct script_code *next;
	UWord addr; /* of what the interpreter has of it */
	struct function *function;
};

/* Instructions of one line. */
struct code_range {
	Addr begin, end;
	UInt line;
};

struct interpreter {
	const HChar *loop; /* its name */

	/* Finds out which version it is, from the address of the loop and the arguments of its
	 * first call that has any.  Returns its name, or NULL if it is none that is known. */
	const HChar *(*recognise)(Addr loop, Addr first, Addr second);

	/* True if stores and jumps in all functions of the interpreter are watched;
	 * otherwise, those in the loop are. */
	Bool (*is_anywhere)(void);

	/* Stores are watched before the version is known, which the first calls may not tell.
	 * emit_store does not depend on it, and what it emits does nothing until `enter` is
	 * called. */
	Bool is_watched_early;

	/* The loop is called, with these arguments and this stack pointer. */
	void (*enter)(
	    struct thread_words *words, Addr first, Addr second, Addr stack);

	/* Emits code after the store, if it can say what runs.  NULL: none can. */
	void (*emit_store)(
	    struct emitter *emitter, const struct watched_store *store);

	/* The same after a store by code that is not watched, which may change the stack. */
	void (*emit_other_store)(
	    struct emitter *emitter, const struct watched_store *store);

	/* Emits code before the jump at the end of the superblock, if it can say that.  NULL:
	 * none can. */
	void (*emit_jump)(struct emitter *emitter, const IRSB *in);

	/* A function of a script has been left because the loop was, or another thread
	 * runs. */
	void (*changed)(void);
};

extern const struct interpreter interpreter_cpython, interpreter_perl,
    interpreter_php;

#endif
