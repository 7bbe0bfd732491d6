/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_TRANSFER_H
#define CGCOLLECT_TRANSFER_H

#include "objects/functions.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct context;
struct cost;
struct edge;
struct emitter;

/* What moves control from one function to another. */
enum transfer_kind {
	TRANSFER_CALL,
	TRANSFER_RETURN,
	TRANSFER_JUMP, /* also from one function into the next one */
};

/* An instruction that moves control, or could.  It belongs to a superblock. */
struct transfer {
	struct transfer *next;     /* of its superblock */
	struct cost *cost;         /* the line of the instruction */
	struct function *function; /* that it is in */
	Addr end;                  /* of the instruction */
	Addr return_address;       /* of a call */
	/* the last call or jump from here, because the next one is likely the
	 * same; valid in this epoch of targets */
	UInt epoch;
	Bool is_entry;
	Addr target;
	struct function *callee;
	const struct context *caller; /* of the edge */
	struct edge *edge;            /* NULL: none so far */
	struct jump *jump;            /* the same */
};

/* Sets whether entries of procedure linkage tables are skipped.  Call once
 * before the first superblock. */
void transfers_init(Bool skip_plt);

/* True if a jump at an address of the function to a constant target is a
 * transfer. */
Bool transfer_is_needed(const struct function *from, Addr addr, Addr target);

/* Returns the end of a call in the function as its return address, or 0 if the
 * code there is of another function: a return to it is no return to the caller. */
Addr transfer_return_address(const struct function *from, Addr end);

/* False if code of the function may run when the running context is of another
 * one, because what is known of the function's extent may change. */
Bool transfer_is_enough(const struct function *function);

/* Emits code that, if the running context is of another function, arrives in
 * this one at the address in its object. */
void transfer_emit_arrival(
    struct emitter *emitter, struct function *function, Addr address);

/* Arrives where the thread goes on, if the program has changed its place there
 * without a transfer. */
void transfer_arrive(ThreadId thread);

/* Emits code that executes the transfer to the target if guard is NULL or true.
 * The transfer is counted in the costs before it. */
void transfer_emit(struct emitter *emitter, enum transfer_kind kind,
    struct transfer *transfer, IRExpr *target, IRExpr *guard);

#endif
