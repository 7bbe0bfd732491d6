/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_EMIT_H
#define CGCOLLECT_EMIT_H

#include "datacache.h"
#include "superblock.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* A line that was checked, and where the time of its use has to go. */
struct use {
	IRExpr *offset; /* from when; NULL: none */
	const void *when;
	Bool is_indirect; /* not there, but to where that points */
	UInt ticks;       /* after the segment's begin */
};

/*
 * Where the counting code of one segment goes, and what it has in registers.
 * Checks accumulate in `doubt`: it is at or above 1 << doubt_bits as soon as
 * one access of the segment may be more than a hit.
 */
struct emitter {
	IRSB *out;
	Int zero_offset; /* in the guest state, of a word that is zero */
	UInt doubt_bits;
	IRTemp zero;  /* IRTemp_INVALID until loaded */
	IRTemp doubt; /* IRTemp_INVALID before the first check */
	UInt nuses;
	struct use uses[2 * SEGMENT_EVENTS]; /* in order */
};

/* doubt_bits: log2 of the line size of the cache that emit_check_data checks.
 */
void emit_begin(struct emitter *emitter, IRSB *out,
    const VexGuestLayout *layout, UInt doubt_bits);

/* Forgets the registers: the segment is complete. */
void emit_end_segment(struct emitter *emitter);

/* Checks for a line of code, used at this tick. */
void
emit_check_code(struct emitter *emitter, struct codeline *line, UInt ticks);

/* Checks for a line of data that is known at translation. */
void emit_check_line(struct emitter *emitter, const struct datacache *cache,
    Addr line, UInt ticks);

/* Checks for the size bytes from addr; doubts if they are in two lines. */
void emit_check_data(struct emitter *emitter, const struct datacache *cache,
    IRExpr *addr, UInt size, UInt ticks);

/* Moves the clock on, calls replay_segment if there is doubt, and sets the
 * times of use of the lines that were checked. */
void emit_uses(struct emitter *emitter, struct segment *segment);

void emit_store(struct emitter *emitter, Addr *to, IRExpr *value);
void emit_increment(struct emitter *emitter, ULong *counter);

/* Calls function(segment, arg), where guard (NULL: always) holds. */
void emit_call(struct emitter *emitter, const HChar *name, void *function,
    struct segment *segment, IRExpr *arg, IRExpr *guard);

/* A one-bit expression, as a word that is 0 or 1; inverted on demand. */
IRExpr *emit_widen(struct emitter *emitter, IRExpr *bit, Bool inverted);

#endif
