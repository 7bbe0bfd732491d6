/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a row: one for each event of the header. */
#ifndef COUNTS_H
#define COUNTS_H

#include "read/parse.h"

/*
 * Reads counts up to the end of the line; present[i] says which were written,
 * the others are 0.  Returns 0, or -1 on an error.
 */
int counts_read(struct parse *parse, const struct cg_header *header,
    const char *p, const char *end, int64_t *counts, bool *present);

/* As cg_parse_int; in Callgrind's format also reads hexadecimal numbers. */
int counts_number(
    enum cg_format format, const char *p, const char *end, int64_t *number);

/* Fails because the sum of this event does not fit in 64 bits; returns -1. */
int counts_overflow(
    struct parse *parse, const struct cg_header *header, size_t event);

/* Adds the counts of a row to the totals.  Returns 0, or -1 on an overflow. */
static inline int
counts_add(struct parse *parse, const struct cg_header *header,
    const int64_t *counts, int64_t *totals)
{
	size_t fitting = cg_counts_add(totals, counts, header->nevents);

	return fitting == header->nevents
		   ? 0
		   : counts_overflow(parse, header, fitting);
}

/* Fails unless the counts found in `what` are the sum of the rows.  Returns 0,
 * or -1. */
int counts_demand(struct parse *parse, const struct cg_header *header,
    const char *what, const int64_t *rows, const int64_t *found);

#endif
