/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functions and lines of scripts as functions and lines, for --scripts.  While the
 * interpreter runs a function of a script, what it costs belongs to the line of that.
 */
#ifndef CGCOLLECT_SCRIPTS_H
#define CGCOLLECT_SCRIPTS_H

#include "ir.h"

struct function;

/* Takes its option. */
Bool scripts_option(const HChar *arg);

/* Call once after calls_init. */
void scripts_init(void);

/* Call before the instruction at addr is translated, which the thread executes next: it may be the
 * first one of the loop. */
void scripts_see_entry(ThreadId thread, Addr addr);

/* True if jumps and calls of the loop in the function are watched. */
Bool scripts_is_watched(const struct function *function);

/* Emits code that begins a function of a script if the loop is entered at addr. */
void scripts_emit_entry(struct emitter *emitter, Addr addr);

/* Emits code after the store by the function, the i-th statement of the superblock, that
 * notices whether another function or line of a script runs now. */
void scripts_emit_store(struct emitter *emitter,
    const struct function *function, const IRSB *in, Int i);

/* Emits code that does so before the superblock jumps elsewhere. */
void scripts_emit_jump(struct emitter *emitter, const IRSB *in);

/* Emits code that finds out if a jump of the function to the target leaves the loop, and returns
 * the result; NULL if each jump may leave the function.  In the loop, no jump leaves a frame. */
IRExpr *scripts_emit_leaving(
    struct emitter *emitter, const struct function *function, IRExpr *target);

/* Gives the field of the profile's header that names the interpreter, if it is known. */
void scripts_describe(void (*put)(const HChar *key, const HChar *text));

/* Says if no script was seen. */
void scripts_report(void);

#endif
