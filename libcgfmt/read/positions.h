/* SPDX-License-Identifier: BSD-2-Clause */
/* The numbers before the counts of a row, absolute or relative to the last. */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "read/header_reader.h"

struct positions {
	uint64_t of[NPOSITIONS]; /* by enum position; 0: not known */
};

/*
 * Reads the positions of a row and moves *p past them and the blanks that
 * follow.  Relative ones are relative to `last`, the positions of the
 * last row.  Returns 0, or -1 on an error.
 */
int positions_read(struct positions *positions, struct parse *parse,
    const struct header *header, const struct positions *last, const char **p,
    const char *end);

/*
 * Reads the target of a call or jump, up to the end of the line.  There may be
 * fewer positions than in a row, or more, which are ignored.
 */
int positions_read_target(struct positions *positions, struct parse *parse,
    const struct header *header, const struct positions *last, const char *p,
    const char *end);

#endif
