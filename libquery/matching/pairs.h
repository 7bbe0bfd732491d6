/* SPDX-License-Identifier: BSD-2-Clause */
/* Pairs the rows of two sorted profiles. */
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "libquery/context_map.h"
#include "libquery/sorted_rows.h"

/* set by the caller: both of readers or both of profiles in memory, and zeros;
 * else zeroed */
struct pairs {
	struct sorted_rows old;
	struct sorted_rows new;
	const int64_t *zeros;         /* one for each event */
	struct context_map *contexts; /* for stacks of both profiles; NULL:
					 they have none */
	bool has_begun;
	bool has_old; /* a row is left */
	bool has_new;
	int order; /* of the last pair: < 0 if it had only the old row, > 0 if
		      only the new one */
	int names; /* the order of the names of both rows, of readers */
};

/* The same row of both profiles.  If one of them lacks it, its counts, executed
 * and taken are 0. */
struct pair {
	struct cg_record old;
	struct cg_record new;
};

/* Sets the next pair, in canonical order.  The counts live until the next call.
 */
enum sorted_rows_status pairs_next(struct pairs *pairs, struct pair *pair);

#endif
