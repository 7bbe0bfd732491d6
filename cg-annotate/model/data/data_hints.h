/* SPDX-License-Identifier: BSD-2-Clause */
/* What a reader can conclude from the misses on a datum: what they cost, in how many lines
 * a block is, whether its distances make them, and which fields would better share a line. */
#ifndef DATA_HINTS_H
#define DATA_HINTS_H

#include "data_parts.h"

struct report;

enum { MOST_DATA_HINTS = 4 };

struct data_hints {
	size_t n;
	char *
	    list[MOST_DATA_HINTS]; /* sentences without capital and full stop */
};

/* Finds the hints to a datum with these fields and code.  There are none if it has no
 * misses in D1, in a difference, and if --show chooses the columns. */
void data_hints_init(struct data_hints *hints, const struct report *report,
    const struct data_site *datum, const struct data_parts *fields,
    const struct data_parts *code);

void data_hints_release(struct data_hints *hints);

#endif
