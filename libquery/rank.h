/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranks entries by size and keeps the large ones: those that reach a share of
 * the total (--threshold), a number of the largest (--top), or both.
 */
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libquery/events/event_sum.h"

struct ranking {
	const char *threshold; /* "PCT" or "PCT,EVENT..."; NULL: none */
	const char *top;       /* "N" or "N,EVENT"; NULL: no limit */
	size_t event;          /* used if they name no event */
	struct event_sum sum;  /* the event after the header's; n is 0: none */
	struct event_sum
	    also; /* then used by the threshold, too, each by itself */
	struct cli_percent percent;
	int64_t limit;
	size_t *events; /* that the threshold applies to */
	size_t nevents;
	size_t top_event;
};

/* sizes of entries: the absolute values of sums of counts */
struct sizes {
	size_t n;
	size_t nevents;
	unsigned __int128 *list; /* nevents an entry */
};

/* Returns sizes of 0. */
struct sizes sizes_new(size_t n, size_t nevents);

/* Returns the absolute value of a sum of counts. */
static inline unsigned __int128
size_of_count(__int128 count)
{
	return (unsigned __int128)(count < 0 ? -count : count);
}

/* True if all counts are 0. */
static inline bool
are_zero(const int64_t *counts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (counts[i] != 0)
			return false;
	return true;
}

void sizes_release(struct sizes *sizes);

/*
 * The arguments of --threshold and --top, which are not copied.  These end the
 * program if the number is not valid.  A zeroed struct ranking has neither.
 */
void ranking_set_threshold(struct ranking *ranking, const char *text);
void ranking_set_top(struct ranking *ranking, const char *text);

/*
 * Finds the events that they name in the header.  Ends the program, naming the
 * option, if one is missing.
 */
void ranking_resolve(struct ranking *ranking, const struct cg_header *header);

/*
 * Sets kept for the entries that reach the threshold, which the ranking must
 * have.  `total` is 100 %.  If it is 0, as in a difference that evens out, the
 * sum of the sizes is 100 %.
 */
void ranking_threshold(const struct ranking *ranking, const struct sizes *sizes,
    const int64_t *total, bool *kept);

/* Returns the smallest size that reaches the threshold if `all` is 100 %. */
unsigned __int128
ranking_least(const struct ranking *ranking, unsigned __int128 all);

/* Clears kept for all entries but the `limit` largest.  event: the index of
 * top_event in the sizes. */
void ranking_top(const struct ranking *ranking, const struct sizes *sizes,
    size_t event, bool *kept);

/*
 * Returns the indices of all entries, the largest in the event first; equal
 * ones keep their order.  The caller frees them.
 */
size_t *ranking_order(const struct sizes *sizes, size_t event);

void ranking_release(struct ranking *ranking);

#endif
