/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_EMIT_H
#define CGCOLLECT_EMIT_H

#include "superblock.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Where the counting code of one segment goes. */
struct emitter {
	IRSB *out;
	Int zero_offset; /* in the guest state, of a word that is zero */
	IRTemp zero;     /* IRTemp_INVALID until loaded */
};

void
emit_begin(struct emitter *emitter, IRSB *out, const VexGuestLayout *layout);

/* Forgets the register: the segment is complete. */
void emit_end_segment(struct emitter *emitter);

void emit_store(struct emitter *emitter, Addr *to, IRExpr *value);
void emit_increment(struct emitter *emitter, ULong *counter);

/* Executes a segment that has a step, with an address for each access, where
 * guard (NULL: always) holds. */
void emit_step(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, IRExpr *guard);

/* Calls function(first, args...), where guard (NULL: always) holds. */
void emit_call(struct emitter *emitter, const HChar *name, void *function,
    void *first, IRExpr *const *args, UInt nargs, IRExpr *guard);

/* A one-bit expression, as a word that is 0 or 1; inverted on demand. */
IRExpr *emit_widen(struct emitter *emitter, IRExpr *bit, Bool inverted);

#endif
