/* SPDX-License-Identifier: BSD-2-Clause */
/* The frames that stand for stacks without contexts of their own, and their costs. */
#ifndef FOLDED_FRAMES_H
#define FOLDED_FRAMES_H

#include "cgfmt.h"

/* Returns the frame "(folded)" below a caller. */
struct cg_context folded_frame(const struct cg_context *caller);

/* Returns the frame "(without callers)" of rows without a context that are in no folded
 * stack. */
struct cg_context rest_frame(void);

/* Returns a row of a kind that is folded, for a context that has no other counts. */
struct cg_record folded_row(enum cg_kind kind, const struct cg_context *context,
    const char *region, const int64_t *counts);

/* Takes the counts of a folded row out of the rest, the counts of all rows without a
 * context.  Ends the program if a count does not fit in 64 bits. */
void
folded_subtract(int64_t *rest, const struct cg_record *folded, size_t nevents);

#endif
