/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which entries are large enough to be kept.  An entry is all rows of one
 * function in one file; its size in an event is the absolute value of its sum.
 */
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>

#include "cgfmt.h"

struct ranking {
	const char *threshold; /* "PCT" or "PCT,EVENT..."; NULL: none */
	const char *top;       /* "N" or "N,EVENT"; NULL: no limit */
	double percent;
	int64_t limit;
	size_t *events; /* of the threshold */
	size_t nevents;
	size_t top_event;
};

/*
 * Understands `threshold` and `top` for the events of the header.  Ends the
 * program where it cannot, naming the option.
 */
void ranking_resolve(struct ranking *ranking, const struct cg_header *header);

/*
 * Which rows of the sorted profile are kept, one bool a row, to be freed by the
 * caller.  `total` is what 100 % is; where it is 0, as in a difference that
 * evens out, the sizes of the entries add up to 100 %.
 */
bool *ranking_choose(const struct ranking *ranking,
    const struct cg_profile *profile, const int64_t *total, size_t nevents);

void ranking_release(struct ranking *ranking);

#endif
