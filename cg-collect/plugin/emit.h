/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_EMIT_H
#define CGCOLLECT_EMIT_H

#include "superblock.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/*
 * Where counting code of one segment goes, and what it has in registers.
 * Checks accumulate in `doubt`: it is above the mask given to emit_replay as
 * soon as one access of the segment might change a cache.
 */
struct emitter {
	IRSB *out;
	Int zero_offset; /* in the guest state, of a word that is zero */
	IRTemp zero;     /* IRTemp_INVALID until loaded */
	IRTemp doubt;    /* IRTemp_INVALID before the first check */
};

void
emit_begin(struct emitter *emitter, IRSB *out, const VexGuestLayout *layout);

/* Forgets the registers: the segment is complete. */
void emit_end_segment(struct emitter *emitter);

/* Is this line, known at translation, the newest of its set?  If not, doubt
 * gets a bit at or above 1 << bit, which must not be below the line size. */
void emit_check_line(
    struct emitter *emitter, const struct cache *cache, Addr line, UInt bit);

/* Do the size bytes from addr lie in the newest line of their set?  If not,
 * doubt becomes the line size or more. */
void emit_check_data(struct emitter *emitter, const struct cache *cache,
    IRExpr *addr, UInt size);

void emit_store(struct emitter *emitter, Addr *to, IRExpr *value);
void emit_increment(struct emitter *emitter, ULong *counter);

/* Calls replay_segment when doubt is above the mask, or always where there is
 * no doubt to ask. */
void emit_replay(struct emitter *emitter, struct segment *segment, ULong mask);

/* Calls function(segment, arg), where guard (NULL: always) holds. */
void emit_call(struct emitter *emitter, const HChar *name, void *function,
    struct segment *segment, IRExpr *arg, IRExpr *guard);

/* A one-bit expression, as a word that is 0 or 1; inverted on demand. */
IRExpr *emit_widen(struct emitter *emitter, IRExpr *bit, Bool inverted);

#endif
