/* SPDX-License-Identifier: BSD-2-Clause */
/* Pairs the rows of two sorted profiles. */
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"

struct pairs {
	const struct cg_profile *old;
	const struct cg_profile *new;
	const int64_t *zeros; /* one for each event */
	size_t next_old;
	size_t next_new;
};

/* The same row of both profiles.  If one of them lacks it, its counts, executed
 * and taken are 0. */
struct pair {
	struct cg_record old;
	struct cg_record new;
};

/* Sets the next pair, in canonical order.  Returns false if there are no more.
 * The counts live until the next call. */
bool pairs_next(struct pairs *pairs, struct pair *pair);

#endif
