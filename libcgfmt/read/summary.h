/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cost that a profile in Callgrind's format declares: of each part its
 * summary, which may be more than its rows, or else its totals.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "read/parse.h"

/* arrays have one count for each event */
struct declared_summary {
	int64_t *summary; /* of the current part */
	int64_t *totals;
	bool has_summary; /* there is one, and it is not all 0 */
	bool has_totals;  /* set by the caller */
	int64_t *sum;     /* of the parts that ended */
	bool is_known;    /* every part so far had a summary or totals */
};

/* Returns 0, or -1 when out of memory; call summary_release after either. */
int summary_init(struct declared_summary *declared, size_t nevents);

/* Call after counts were read into summary: sets has_summary. */
void summary_read(struct declared_summary *declared, size_t nevents);

/* Adds the current part to the sum, at its end.  Returns 0, or -1 on an error.
 */
int summary_end_part(struct declared_summary *declared, struct parse *parse,
    const struct cg_header *header);

void summary_release(struct declared_summary *declared);

#endif
