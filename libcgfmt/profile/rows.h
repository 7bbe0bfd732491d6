/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of one location, in order of line, address, kind and target.  Their
 * counts are kept elsewhere, by row number.
 */
#ifndef ROWS_H
#define ROWS_H

#include "profile/locations.h"

/* the parts of a row that few profiles have, and that keys do not store */
struct details {
	int64_t more_lines; /* added to the line of the key */
	uint64_t address;
	uint32_t target; /* NO_TARGET: the row is of kind CG_COSTS */
};

/* a row without its location and its numbers */
struct row {
	int32_t line; /* the nearest 32-bit number to the line */
	struct details details;
};

/* a row as it is stored */
struct key {
	int32_t line;
	uint32_t number;
};

/* memory for the keys of many locations; {0} is empty */
struct key_pool {
	struct key_chunk *chunks;
	size_t nbytes;    /* of all chunks */
	struct key *next; /* free keys of the last chunk: from here */
	struct key *end;  /* to here */
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

/* Leaves in order; only the first one may be empty.  {0} has no rows. */
struct rows {
	struct leaf only;       /* the only leaf, if list is NULL */
	struct leaf_list *list; /* else all of them */
};

/* a key by its leaf and its index there */
struct cursor {
	uint32_t leaf;
	uint32_t key;
};

/* decides the order of keys with equal lines */
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
 * Finds a row.  Returns true and moves the cursor to its key, or returns false
 * and moves the cursor to the place at which rows_insert will insert it. Before
 * the call, the cursor is {0} or at any key; the search is fast if the row is
 * at that key or soon after it.
 */
bool rows_find(struct rows *rows, const struct row *row,
    const struct ties *ties, struct cursor *cursor);

/* Inserts a key where rows_find moved the cursor; the cursor is then at the
 * key. 0, or -1 when out of memory. */
int rows_insert(struct rows *rows, struct key_pool *pool, struct key key,
    struct cursor *cursor);

/* Returns unused keys of the last leaf to the pool, if they are at its end. */
void rows_trim(struct rows *rows, struct key_pool *pool);

/* Frees all but the keys, which are freed with their pool. */
void rows_release(struct rows *rows);

void key_pool_release(struct key_pool *pool);

#endif
