/* SPDX-License-Identifier: BSD-2-Clause */
/* The numbers before the counts of a row, absolute or relative to the last. */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "read/header_reader.h"

struct positions {
	uint64_t of[NPOSITIONS]; /* by enum position; 0 where nothing is said */
};

/*
 * Reads the positions of a header at *p, which moves behind them and the blanks
 * that follow; those of the last row are needed for it.
 */
int positions_read(struct positions *positions, struct parse *parse,
    const struct header *header, const struct positions *last, const char **p,
    const char *end);

/*
 * The same up to the end of the line, for where a call or jump goes: there may
 * be fewer positions, or more, which say nothing.
 */
int positions_read_target(struct positions *positions, struct parse *parse,
    const struct header *header, const struct positions *last, const char *p,
    const char *end);

#endif
