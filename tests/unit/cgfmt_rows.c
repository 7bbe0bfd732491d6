/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of one location: whatever the order in which they come, they are in
 * order, and the work for each is bounded.
 */
#include <stdlib.h>

#include "ok.h"
#include "profile/rows.h"

enum { NROWS = 1000000 };

/* rows that differ in their lines only */
struct list {
	struct rows rows;
	struct key_pool *pool;
	struct cursor cursor;
};

static bool
insert(struct list *l, int64_t line, uint32_t number)
{
	const struct ties ties = {.details = NULL};
	struct row row = row_make(line, 0, NO_TARGET);

	return !rows_find(&l->rows, &row, &ties, &l->cursor) &&
	       rows_insert(&l->rows, l->pool, (struct key){row.line, number},
		   &l->cursor) == 0;
}

static bool
has(struct list *l, int64_t line)
{
	const struct ties ties = {.details = NULL};
	struct row row = row_make(line, 0, NO_TARGET);

	return rows_find(&l->rows, &row, &ties, &l->cursor);
}

/* true if the list has the lines from 0 to NROWS - 1, in order */
static bool
is_complete(struct list *l)
{
	int32_t line = 0;

	for (uint32_t i = 0; i < rows_nleaves(&l->rows); i++) {
		const struct leaf *leaf = rows_leaf(&l->rows, i);

		for (uint32_t j = 0; j < leaf->nkeys; j++)
			if (leaf->keys[j].line != line++)
				return false;
	}
	return line == NROWS && rows_count(&l->rows) == NROWS;
}

/*
 * True if leaves are small and few.  A new row moves keys of one leaf only.  It
 * moves leaves only if it splits one, and each split adds a leaf.  So the size
 * and the number of leaves bound the work.
 */
static bool
is_bounded(struct list *l)
{
	uint32_t n = rows_nleaves(&l->rows);

	for (uint32_t i = 0; i < n; i++)
		if (rows_leaf(&l->rows, i)->capacity > LEAF_KEYS)
			return false;
	return n <= 2 * NROWS / LEAF_KEYS + 1;
}

/* --- orders --------------------------------------------------------------- */

/* Each returns the line that comes as number i. */

static int64_t
forwards(uint32_t i)
{
	return i;
}

static int64_t
backwards(uint32_t i)
{
	return NROWS - 1 - i;
}

/* far from the last line; the factor and NROWS have no common divisor */
static int64_t
scattered(uint32_t i)
{
	return (int64_t)i * 618033 % NROWS;
}

/* between the two lines that came last */
static int64_t
inwards(uint32_t i)
{
	return i % 2 == 0 ? i / 2 : NROWS - 1 - i / 2;
}

/* runs of 1,000 lines, the last run first */
static int64_t
in_runs(uint32_t i)
{
	return NROWS - 1000 - i / 1000 * 1000 + i % 1000;
}

/* every second line, then the others */
static int64_t
in_two_runs(uint32_t i)
{
	return i < NROWS / 2 ? i * 2 : (i - NROWS / 2) * 2 + 1;
}

static void
test_orders(void)
{
	static const struct {
		const char *name;
		int64_t (*line)(uint32_t i);
	} orders[] = {
	    {"forwards", forwards},
	    {"backwards", backwards},
	    {"in a scattered order", scattered},
	    {"from both ends inwards", inwards},
	    {"in runs, the last one first", in_runs},
	    {"in two runs over all", in_two_runs},
	};

	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		struct key_pool pool = {.chunks = NULL};
		struct list l = {.pool = &pool};
		uint32_t ninserted = 0, nfound = 0;
		char what[100];

		for (uint32_t j = 0; j < NROWS; j++)
			ninserted += insert(&l, orders[i].line(j), j);
		for (uint32_t j = 0; j < NROWS; j++)
			nfound += has(&l, orders[i].line(j));
		snprintf(what, sizeof(what),
		    "a million lines that come %s are in order",
		    orders[i].name);
		ok(ninserted == NROWS && nfound == NROWS && is_complete(&l),
		    what);
		snprintf(what, sizeof(what),
		    "the work for lines that come %s is bounded",
		    orders[i].name);
		ok(is_bounded(&l), what);
		rows_release(&l.rows);
		key_pool_release(&pool);
	}
}

/* --- memory --------------------------------------------------------------- */

static void
test_pool(void)
{
	struct key_pool pool = {.chunks = NULL};
	struct list first = {.pool = &pool}, second = {.pool = &pool};
	struct key *keys;

	for (uint32_t i = 0; i < 5; i++)
		insert(&first, i, i);
	rows_trim(&first.rows, &pool);
	for (uint32_t i = 0; i < 5; i++)
		insert(&second, i, i);
	rows_trim(&second.rows, &pool);
	keys = first.rows.only.keys;
	ok(second.rows.only.keys == keys + 5 && pool.next == keys + 10,
	    "there is no gap after the keys of a list that was trimmed");
	insert(&first, 5, 5);
	rows_trim(&second.rows, &pool);
	insert(&first, 6, 6);
	for (int i = 0; i < 5; i++)
		ok(has(&first, i) && has(&second, i),
		    "a list that grows later keeps its keys, and the other "
		    "one, too");
	ok(has(&first, 5) && has(&first, 6) && second.rows.only.nkeys == 5,
	    "and only the list that grows has new keys");
	rows_release(&first.rows);
	rows_release(&second.rows);
	key_pool_release(&pool);
}

int
main(void)
{
	test_orders();
	test_pool();
	return failures > 0;
}
