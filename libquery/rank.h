/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which entries are large enough to be kept: a share of the total that they
 * must reach, a number of the largest, or both.
 */
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>

#include "cgfmt.h"
#include "libcli/cli.h"

struct ranking {
	const char *threshold; /* "PCT" or "PCT,EVENT..."; NULL: none */
	const char *top;       /* "N" or "N,EVENT"; NULL: no limit */
	size_t event;          /* where they name none */
	struct cli_percent percent;
	int64_t limit;
	size_t *events; /* of the threshold */
	size_t nevents;
	size_t top_event;
};

/* how large entries are in each event: absolute values, sums of counts */
struct sizes {
	size_t n;
	size_t nevents;
	unsigned __int128 *list; /* nevents an entry */
};

/* sizes of 0 */
struct sizes sizes_new(size_t n, size_t nevents);

/* the absolute value of a sum of counts */
unsigned __int128 size_of_count(__int128 count);

void sizes_release(struct sizes *sizes);

/*
 * The arguments of --threshold and --top, which are not copied.  These end the
 * program where the number is none; a zeroed struct ranking has neither.
 */
void ranking_set_threshold(struct ranking *ranking, const char *text);
void ranking_set_top(struct ranking *ranking, const char *text);

/*
 * Finds the events that they name in the header.  Ends the program where one is
 * missing, naming the option.
 */
void ranking_resolve(struct ranking *ranking, const struct cg_header *header);

/*
 * Sets kept for the entries that reach the threshold, which there must be.
 * `total` is what 100 % is; where it is 0, as in a difference that evens
 * out, the sizes of the entries add up to 100 %.
 */
void ranking_threshold(const struct ranking *ranking, const struct sizes *sizes,
    const int64_t *total, bool *kept);

/* Clears kept for the entries behind the `limit` largest. */
void ranking_top(
    const struct ranking *ranking, const struct sizes *sizes, bool *kept);

/*
 * The indices of all entries, the largest in the event first, of equal ones the
 * first; to be freed by the caller.
 */
size_t *ranking_order(const struct sizes *sizes, size_t event);

void ranking_release(struct ranking *ranking);

#endif
