/* SPDX-License-Identifier: BSD-2-Clause */
/* Two sorted profiles, side by side. */
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"

struct pairs {
	const struct cg_profile *old;
	const struct cg_profile *new;
	const int64_t *none; /* as many zeros as there are events */
	size_t next_old;
	size_t next_new;
};

/* Both are of one row.  The profile that has none has it with counts and times
 * of 0. */
struct pair {
	struct cg_record old;
	struct cg_record new;
};

/* The next pair, in order: false where there are no more.  Its counts live
 * until the next call. */
bool pairs_next(struct pairs *pairs, struct pair *pair);

#endif
