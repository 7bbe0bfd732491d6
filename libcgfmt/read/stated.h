/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a profile in Callgrind's format says that it cost: a summary, which may
 * be more than its rows, or else the totals at the end; with several parts, the
 * sum of what each says.
 */
#ifndef STATED_H
#define STATED_H

#include "read/parse.h"

/* arrays of one count an event */
struct stated {
	int64_t *summary; /* of this part */
	int64_t *totals;
	bool has_summary; /* and it is not all 0 */
	bool has_totals;
	int64_t *sum;  /* of the parts that came to an end */
	bool is_known; /* each part said something */
};

/* 0, or -1 when out of memory; stated_release is due after either */
int stated_init(struct stated *stated, size_t nevents);

/* to be called when counts were read into summary or totals */
void stated_take_summary(struct stated *stated, size_t nevents);
void stated_take_totals(struct stated *stated);

/* to be called at the end of each part */
int stated_end_part(
    struct stated *stated, struct parse *parse, const struct cg_header *header);

void stated_release(struct stated *stated);

#endif
