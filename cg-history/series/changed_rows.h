/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Takes what two profiles have in common out of both, before they are parsed: from commit to commit, most
 * functions cost the same.
 */
#ifndef CHANGED_ROWS_H
#define CHANGED_ROWS_H

#include "heads.h"
#include "profile_text.h"

/*
 * Sets `less_old` and `less_new` to the functions whose rows differ, or that one profile lacks, and to
 * those that are compared as one with such a function, because they are clones of it.  Their totals are
 * the sums of these rows.  False, with nothing set, if a profile is not as `record` stores it, or if
 * the totals of the heads differ by something else than these rows; a reader then says why.
 */
bool
changed_rows_find(struct profile_text *less_old, struct profile_text *less_new,
    const struct profile_text *old, const struct profile_text *new,
    const struct head *old_head, const struct head *new_head);

#endif
