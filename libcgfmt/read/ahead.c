/* SPDX-License-Identifier: BSD-2-Clause */
/* A block holds rows one behind the other: names and line, counts, given. */
#include <stdlib.h>
#include <string.h>

#include "read/ahead.h"
#include "record.h"

/* where rows come from */
struct supply {
	int (*next)(void *source, struct cg_record *record);
	void *source;
	size_t nevents;
	size_t row_size; /* in a block */
};

enum { CACHE_LINE = 64 };

/* in cache lines of its own: it changes with each row that is taken, and must
 * not lie beside what changes with each row that is read */
struct ahead {
	_Alignas(CACHE_LINE) struct supply supply;
	int end; /* what `next` gave behind all rows */
	struct ring *ring;
	struct block *block; /* being taken from; NULL: none */
	size_t taken;        /* of the block, in bytes */
};

struct row {
	const char *file;
	const char *function;
	int64_t line;
	bool *present; /* NULL: all counts were written */
	int64_t counts[];
};

/* --- the thread's side ---------------------------------------------------- */

static void
put_row(struct row *row, const struct cg_record *record, size_t nevents)
{
	row->file = record->file;
	row->function = record->function;
	row->line = record->line;
	row->present = NULL;
	memcpy(row->counts, record->counts, nevents * sizeof(*row->counts));
	if (record->present == NULL)
		return;
	row->present = (bool *)(row->counts + nevents);
	memcpy(row->present, record->present, nevents * sizeof(*row->present));
}

/* as many rows as there is room for; what `next` gave last */
static int
fill_block(const struct supply *supply, struct block *block)
{
	struct cg_record record;
	size_t used = 0;
	int got = 1;

	while (used + supply->row_size <= BLOCK_SIZE &&
	       (got = supply->next(supply->source, &record)) == 1) {
		put_row((struct row *)(block->bytes + used), &record,
		    supply->nevents);
		used += supply->row_size;
	}
	block->used = used;
	return got;
}

static void
read_rows(void *owner, struct ring *ring)
{
	struct ahead *a = owner;
	/* a copy: what the taker changes with each row lies beside it */
	const struct supply supply = a->supply;
	struct block *block;
	int got = 1;

	while (got == 1 && (block = ring_reserve(ring)) != NULL) {
		got = fill_block(&supply, block);
		if (got != 1)
			a->end = got;
		ring_publish(ring);
	}
	ring_end(ring);
}

/* --- the taker's side ----------------------------------------------------- */

struct ahead *
ahead_start(int (*next)(void *source, struct cg_record *record), void *source,
    size_t nevents)
{
	size_t size =
	    sizeof(struct row) + nevents * (sizeof(int64_t) + sizeof(bool));
	size_t align = _Alignof(struct row);
	struct ahead *a = aligned_alloc(CACHE_LINE, sizeof(*a));

	if (a == NULL)
		return NULL;
	size = (size + align - 1) / align * align;
	*a = (struct ahead){.supply = {next, source, nevents, size}};
	if (size <= BLOCK_SIZE)
		a->ring = ring_start(read_rows, a);
	if (a->ring == NULL) {
		free(a);
		return NULL;
	}
	return a;
}

/* goes on to the next block with rows: 1, or the end */
static int
next_block(struct ahead *a)
{
	while (a->block == NULL || a->taken == a->block->used) {
		if (a->block != NULL)
			ring_release(a->ring);
		a->taken = 0;
		a->block = ring_peek(a->ring);
		if (a->block == NULL)
			return a->end;
	}
	return 1;
}

int
ahead_next(struct ahead *a, struct cg_record *record)
{
	const struct row *row;
	int got = next_block(a);

	if (got != 1)
		return got;
	row = (const struct row *)(a->block->bytes + a->taken);
	a->taken += a->supply.row_size;
	record_set_costs(record, row->file, row->function, row->line);
	record->counts = row->counts;
	record->present = row->present;
	return 1;
}

void
ahead_free(struct ahead *a)
{
	if (a != NULL)
		ring_free(a->ring);
	free(a);
}
