/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of one location, in order of line, address, kind and target.  Their
 * counts are kept elsewhere, by row number.
 */
#ifndef ROWS_H
#define ROWS_H

#include "profile/locations.h"

/* what few rows have, so that a key does not hold it: zeroed for the others */
struct details {
	int64_t more_lines; /* to be added to the line */
	uint64_t address;
	uint32_t target; /* NO_TARGET: the row is of kind CG_COSTS */
};

/* what tells one row of a location from another */
struct row {
	int32_t line; /* or the nearest number to it */
	struct details details;
};

/* a row of a list */
struct key {
	int32_t line;
	uint32_t number;
};

/* memory for keys; a zeroed one is empty */
struct key_pool {
	struct key_chunk *chunks;
	struct key *next; /* what is left of the last chunk */
	struct key *end;
};

enum { LEAF_KEYS = 512 };

/* keys in order */
struct leaf {
	struct key *keys;
	uint32_t nkeys;
	uint32_t capacity;
};

struct leaf_list {
	uint32_t n;
	struct leaf leaves[];
};

/* Leaves in order, none of which is empty but for the first; a zeroed one has
 * no rows. */
struct rows {
	struct leaf only;       /* the only leaf, if list is NULL */
	struct leaf_list *list; /* else all of them */
};

/* a key by its leaf and its index there */
struct cursor {
	uint32_t leaf;
	uint32_t key;
};

/* what orders keys of one line */
struct ties {
	const struct details *details; /* by row number; NULL: all are zeroed */
	const struct locations *locations; /* for targets */
};

static inline uint32_t
rows_nleaves(const struct rows *rows)
{
	return rows->list != NULL ? rows->list->n : 1;
}

static inline struct leaf *
rows_leaf(struct rows *rows, uint32_t index)
{
	return rows->list != NULL ? &rows->list->leaves[index] : &rows->only;
}

/* How many rows there are. */
uint32_t rows_count(struct rows *rows);

static inline struct row
row_make(int64_t line, uint64_t address, uint32_t target)
{
	int32_t nearest = line > INT32_MAX   ? INT32_MAX
			  : line < INT32_MIN ? INT32_MIN
					     : (int32_t)line;

	return (struct row){nearest, {line - nearest, address, target}};
}

int row_compare(const struct row *a, const struct row *b,
    const struct locations *locations);

/*
 * Finds a row: true, and the cursor is at its key; else the cursor is where
 * rows_insert would put it.  The cursor given is at any key, or zeroed; it is
 * fastest a little before the row.
 */
bool rows_find(struct rows *rows, const struct row *row,
    const struct ties *ties, struct cursor *cursor);

/* Inserts a row where rows_find put the cursor, which is then at its key: 0, or
 * -1 when out of memory. */
int rows_insert(struct rows *rows, struct key_pool *pool, struct key key,
    struct cursor *cursor);

/* Gives the pool back what the last leaf does not use, if it still can. */
void rows_trim(struct rows *rows, struct key_pool *pool);

/* Frees all but the keys, which go with their pool. */
void rows_release(struct rows *rows);

void key_pool_release(struct key_pool *pool);

#endif
