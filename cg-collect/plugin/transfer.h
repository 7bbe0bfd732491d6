/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_TRANSFER_H
#define CGCOLLECT_TRANSFER_H

#include "functions.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

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
	Addr return_address;       /* of a call */
	/* the last call or jump from here, because the next one is likely the
	 * same; valid in this epoch of targets */
	UInt epoch;
	Bool is_entry;
	Addr target;
	struct function *callee;
	struct edge *edge; /* NULL: none so far */
	struct jump *jump; /* the same */
};

/* Sets whether entries of procedure linkage tables are skipped.  Call once
 * before the first superblock. */
void transfers_init(Bool skip_plt);

/* True if a jump at an address of the function to a constant target is a
 * transfer. */
Bool transfer_is_needed(const struct function *from, Addr addr, Addr target);

/* Emits code that executes the transfer to the target if guard is NULL or true.
 * The transfer is counted in the costs before it. */
void transfer_emit(struct emitter *emitter, enum transfer_kind kind,
    struct transfer *transfer, IRExpr *target, IRExpr *guard);

#endif
