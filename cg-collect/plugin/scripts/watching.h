/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intermediate code that compares what is stored, and calls a function if that is news. */
#ifndef CGCOLLECT_WATCHING_H
#define CGCOLLECT_WATCHING_H

#include "ir.h"

/* A store of a word to a base and an offset. */
struct watched_store {
	IRExpr *addr, *value;
	Bool is_on_stack; /* the base is the stack pointer */
	UWord offset;
};

/* Splits the i-th statement, which is a store.  False if it stores no word, or if its address
 * has another form. */
Bool watching_split(const struct emitter *emitter, const IRSB *in, Int i,
    struct watched_store *store);

/* True if the superblock ends with a jump to where the word says that the register points to. */
Bool watching_jumps_by(const IRSB *in, Int reg);

/* Return the word in a register, the count of instructions, the word at an address, and the
 * word at an address of the tool. */
IRExpr *watching_get(struct emitter *emitter, Int offset);
IRExpr *watching_instructions(struct emitter *emitter);
IRExpr *watching_load(struct emitter *emitter, IRExpr *addr);
IRExpr *watching_own(struct emitter *emitter, const void *at);

/* Return the result of the operation, which is of the type, and whether two words are
 * equal. */
IRExpr *watching_result(
    struct emitter *emitter, IRType type, IROp op, IRExpr *left, IRExpr *right);
IRExpr *watching_is_equal(struct emitter *emitter, IRExpr *left, IRExpr *right);

/* Adds the call, after which another context may run. */
void watching_call(struct emitter *emitter, IRDirty *call);

#endif
