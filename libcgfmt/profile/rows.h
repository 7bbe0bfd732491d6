/* SPDX-License-Identifier: BSD-2-Clause */
/* The keys of a profile's rows, in as little memory as they need. */
#ifndef ROWS_H
#define ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct row {
	uint32_t place;
	uint32_t target; /* NO_TARGET: it is of kind CG_COSTS */
	int64_t line;
	uint64_t address;
};

/* {0} is empty; at most one of the arrays is allocated */
struct rows {
	size_t capacity;
	struct short_row *shorts; /* while all rows fit in them */
	struct row *full;
};

/* Makes room for that many rows: 0, or -1 when out of memory. */
int rows_grow(struct rows *rows, size_t capacity);

/* Sets row number i, after all rows before it were set.  0, or -1 when out of
 * memory. */
int rows_set(struct rows *rows, size_t i, const struct row *row);

/* Row number i. */
struct row rows_at(const struct rows *rows, size_t i);

/* True if row number i is this one. */
bool rows_are_same(const struct rows *rows, size_t i, const struct row *row);

void rows_release(struct rows *rows);

#endif
