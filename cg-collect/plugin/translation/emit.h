/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_EMIT_H
#define CGCOLLECT_EMIT_H

#include "ir.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct segment;

void
emit_begin(struct emitter *emitter, IRSB *out, const VexGuestLayout *layout);

/* Emits code that executes the segment, with an address for each access. */
void emit_segment(
    struct emitter *emitter, struct segment *segment, IRExpr *const *addresses);

/*
 * The same for a segment that ends with a conditional branch.  The branch is
 * taken if the exit is or, if inverted, if it is not.  Returns the guard for
 * the exit.
 */
IRExpr *
emit_segment_with_branch(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, const IRStmt *exit, Bool inverted);

/* The same for a segment that ends with an indirect jump or call. */
void emit_segment_with_jump(struct emitter *emitter, struct segment *segment,
    IRExpr *const *addresses, IRExpr *target);

/* Emits code that executes a segment of one access if guard is true. */
void emit_guarded_segment(struct emitter *emitter, struct segment *segment,
    IRExpr *address, IRExpr *guard);

#endif
