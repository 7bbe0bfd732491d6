/* SPDX-License-Identifier: BSD-2-Clause */
/* What text says of the bounds of a loop.  The caller frees it. */
#ifndef LOOP_BOUND_TEXT_H
#define LOOP_BOUND_TEXT_H

#include "libquery/loops/loop_bound.h"

/* Returns "latency: addsd 4.0 of 4.0 (line 12)", or "-"; mnemonics NULL: they are not known. */
char *loop_bound_text(const struct loop_row *row,
    const struct cg_header *header, const char *mnemonics);

/* Returns what a round would take without its bound, and what would limit it then: "1.3 loads", or
 * "-". */
char *
loop_bound_rest(const struct loop_row *row, const struct cg_header *header);

#endif
