/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The open functions of scripts of the running thread. */
#ifndef CGCOLLECT_SCRIPT_CALLS_H
#define CGCOLLECT_SCRIPT_CALLS_H

#include "calls/callstack.h"
#include "interpreter.h"

#include "pub_tool_basics.h"

/* Sets the loop that runs scripts.  Of functions of scripts, the path of the object is the loop's
 * with a mark for cg-collect. */
void script_calls_init(const struct function *loop);

/* Returns the function of a script that begins at the line.  The names are interned. */
struct function *
script_function(const HChar *file, const HChar *name, UInt line);

/* Returns what is known of the code with this address, a structure of this size that begins with
 * a struct script_code; all else in a new one is zero. */
struct script_code *script_code_find(UWord addr, SizeT size);

/* Reads what begins a function that generated code calls. */
struct thread_words script_begin(ULong instructions);

/* Returns the innermost function of a script, or NULL. */
static inline struct script_frame *
script_running(void)
{
	return callstack.running->script;
}

/* Returns the number of the running thread, less than VG_N_THREADS. */
static inline UInt
script_thread(void)
{
	return (UInt)(callstack.running - callstack.threads);
}

/* True if the innermost call is the loop's, which runs no function yet. */
Bool script_is_in_loop(void);

/* Call at the start of the loop, with its stack pointer.  The function takes the place of
 * the call of the loop.  False if another function runs. */
Bool script_enter(struct thread_words *words, struct script_code *code,
    Addr frame, Addr stack);

/* The innermost function calls another one in the same call of the loop.  False if no call is
 * open. */
Bool
script_call(struct thread_words *words, struct script_code *code, Addr frame);

/* Does one or the other, whichever the innermost call is.  `stack` is the stack pointer. */
Bool script_run(struct thread_words *words, struct script_code *code,
    Addr frame, Addr stack);

/* Leaves the innermost function, and C functions that it has called.  False if a signal handler has
 * interrupted it. */
Bool script_leave(struct thread_words *words);

/* The function of the interpreter, whose code is running, goes on with the innermost function of
 * a script or, if none is open, as the innermost function.  `stack` is the stack pointer. */
void script_go_on(
    struct thread_words *words, struct function *interpreter, Addr stack);

/* Leaves functions until the one in the frame is the innermost one, which the running function
 * of the interpreter goes on with.  False if this call of the loop does not run it. */
Bool script_return_to(struct thread_words *words, Addr frame);

/* The innermost function of a script goes on in the line, of which there are the costs or the
 * number. */
void script_go_to(struct cost *line);
void script_go_to_line(UInt line);

#endif
