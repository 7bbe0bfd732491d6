/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows mostly come in order of their lines.  So rows of a new location are
 * appended, and rows of a known one are found by going on from the last.  If a
 * row comes out of order, two binary searches find its place, and a part of one
 * leaf moves to make room, however many rows there are.
 */
#include <stdlib.h>
#include <string.h>

#include "profile/rows.h"

enum {
	FIRST_KEYS = 4,
	CHUNK_KEYS = 8192,
	NEAR = 8 /* keys looked at before a search */
};

uint32_t
rows_count(struct rows *r)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < rows_nleaves(r); i++)
		n += rows_leaf(r, i)->nkeys;
	return n;
}

/* --- comparing ------------------------------------------------------------ */

static int
compare_details(
    const struct details *a, const struct details *b, const struct locations *l)
{
	if (a->more_lines != b->more_lines)
		return a->more_lines < b->more_lines ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->target != b->target)
		return locations_compare_targets(l, a->target, b->target);
	return 0;
}

int
row_compare(const struct row *a, const struct row *b, const struct locations *l)
{
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return compare_details(&a->details, &b->details, l);
}

static inline int
compare(const struct key *key, const struct row *row, const struct ties *ties)
{
	if (key->line != row->line)
		return key->line < row->line ? -1 : 1;
	if (ties->details == NULL)
		return 0;
	return compare_details(
	    &ties->details[key->number], &row->details, ties->locations);
}

/* --- finding -------------------------------------------------------------- */

static bool
search(struct rows *r, const struct row *row, const struct ties *ties,
    struct cursor *at)
{
	uint32_t low = 0, high = rows_nleaves(r);
	const struct leaf *leaf;
	int order = -1;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (compare(rows_leaf(r, middle)->keys, row, ties) <= 0)
			low = middle;
		else
			high = middle;
	}
	at->leaf = low;
	leaf = rows_leaf(r, low);
	low = 0;
	high = leaf->nkeys;
	while (low < high && order != 0) {
		at->key = low + (high - low) / 2;
		order = compare(&leaf->keys[at->key], row, ties);
		if (order < 0)
			low = at->key + 1;
		else
			high = at->key;
	}
	if (order != 0)
		at->key = low;
	return order == 0;
}

bool
rows_find(struct rows *r, const struct row *row, const struct ties *ties,
    struct cursor *at)
{
	const struct leaf *leaf = rows_leaf(r, at->leaf);
	uint32_t first = at->key;
	bool is_first = at->leaf == 0 && first == 0;
	bool is_last = at->leaf + 1 == rows_nleaves(r);
	int order = -1;

	for (; at->key < leaf->nkeys && at->key - first < NEAR; at->key++) {
		order = compare(&leaf->keys[at->key], row, ties);
		if (order >= 0)
			break;
	}
	if (order == 0)
		return true;
	/* the row belongs before the first key, between two, or after the last
	 */
	if ((order > 0 || (at->key == leaf->nkeys && is_last)) &&
	    (at->key > first || is_first))
		return false;
	return search(r, row, ties, at);
}

/* --- the pool ------------------------------------------------------------- */

/*
 * A leaf takes its keys from the end of the pool.  While its rows come, it is
 * mostly still there and grows in place; it is trimmed when the next location
 * begins.  So keys that come in order have no gaps between them.  If a leaf
 * grows later, it moves to the end.  The memory of its old keys is not used
 * again; since capacities double, that is at most as much as the leaf then has.
 */
struct key_chunk {
	struct key_chunk *next;
	struct key keys[CHUNK_KEYS];
};

/* takes n keys, at most CHUNK_KEYS; NULL when out of memory */
static struct key *
take(struct key_pool *pool, uint32_t n)
{
	struct key_chunk *chunk;

	if (pool->end - pool->next < (ptrdiff_t)n) {
		chunk = malloc(sizeof(*chunk));
		if (chunk == NULL)
			return NULL;
		chunk->next = pool->chunks;
		pool->chunks = chunk;
		pool->nbytes += sizeof(*chunk);
		pool->next = chunk->keys;
		pool->end = chunk->keys + CHUNK_KEYS;
	}
	pool->next += n;
	return pool->next - n;
}

static bool
is_last_piece(const struct key_pool *pool, const struct leaf *leaf)
{
	return leaf->keys != NULL && leaf->keys + leaf->capacity == pool->next;
}

/* makes a leaf about twice as large */
static int
grow(struct key_pool *pool, struct leaf *leaf)
{
	uint32_t capacity =
	    leaf->capacity > 0 ? leaf->capacity * 2 : FIRST_KEYS;
	struct key *keys;

	if (capacity > LEAF_KEYS)
		capacity = LEAF_KEYS;
	if (is_last_piece(pool, leaf) &&
	    pool->end - leaf->keys >= (ptrdiff_t)capacity)
		pool->next = leaf->keys + capacity;
	else {
		keys = take(pool, capacity);
		if (keys == NULL)
			return -1;
		if (leaf->nkeys > 0)
			memcpy(keys, leaf->keys, leaf->nkeys * sizeof(*keys));
		leaf->keys = keys;
	}
	leaf->capacity = capacity;
	return 0;
}

void
rows_trim(struct rows *r, struct key_pool *pool)
{
	struct leaf *leaf = rows_leaf(r, rows_nleaves(r) - 1);

	if (!is_last_piece(pool, leaf))
		return;
	leaf->capacity = leaf->nkeys;
	pool->next = leaf->keys + leaf->nkeys;
}

void
key_pool_release(struct key_pool *pool)
{
	while (pool->chunks != NULL) {
		struct key_chunk *next = pool->chunks->next;

		free(pool->chunks);
		pool->chunks = next;
	}
}

/* --- inserting ------------------------------------------------------------ */

/* makes room for one more leaf in the list of them */
static int
grow_list(struct rows *r)
{
	uint32_t n = rows_nleaves(r);
	struct leaf_list *list;

	/* the list is full if it has a power of two */
	if ((n & (n - 1)) != 0)
		return 0;
	list =
	    realloc(r->list, sizeof(*list) + 2 * n * sizeof(list->leaves[0]));
	if (list == NULL)
		return -1;
	if (r->list == NULL)
		list->leaves[0] = r->only;
	list->n = n;
	r->list = list;
	return 0;
}

/* Moves the upper half of a full leaf to a new leaf after it.  Moves no key if
 * the cursor is after all keys: if keys come in order, leaves stay full. */
static int
split(struct rows *r, struct key_pool *pool, struct cursor *at)
{
	bool is_end = at->key == LEAF_KEYS && at->leaf + 1 == rows_nleaves(r);
	uint32_t kept = is_end ? LEAF_KEYS : LEAF_KEYS / 2;
	uint32_t moved = LEAF_KEYS - kept;
	uint32_t capacity = is_end ? FIRST_KEYS : LEAF_KEYS;
	struct key *keys = take(pool, capacity);
	struct leaf *leaf;

	if (keys == NULL || grow_list(r) < 0)
		return -1;
	leaf = &r->list->leaves[at->leaf];
	memmove(
	    leaf + 2, leaf + 1, (r->list->n - at->leaf - 1) * sizeof(*leaf));
	r->list->n++;
	leaf[1] = (struct leaf){keys, moved, capacity};
	memcpy(keys, leaf->keys + kept, moved * sizeof(*keys));
	leaf->nkeys = kept;
	if (at->key >= kept) {
		at->leaf++;
		at->key -= kept;
	}
	return 0;
}

int
rows_insert(
    struct rows *r, struct key_pool *pool, struct key key, struct cursor *at)
{
	struct leaf *leaf = rows_leaf(r, at->leaf);

	if (leaf->nkeys == LEAF_KEYS) {
		if (split(r, pool, at) < 0)
			return -1;
		leaf = rows_leaf(r, at->leaf);
	} else if (leaf->nkeys == leaf->capacity && grow(pool, leaf) < 0)
		return -1;
	if (at->key < leaf->nkeys)
		memmove(leaf->keys + at->key + 1, leaf->keys + at->key,
		    (leaf->nkeys - at->key) * sizeof(*leaf->keys));
	leaf->keys[at->key] = key;
	leaf->nkeys++;
	return 0;
}

void
rows_release(struct rows *r)
{
	free(r->list);
}
