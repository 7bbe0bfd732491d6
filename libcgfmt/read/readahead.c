/* SPDX-License-Identifier: BSD-2-Clause */
/* A block holds consecutive rows: names and line, counts, presence. */
#include <stdlib.h>
#include <string.h>

#include "read/readahead.h"
#include "record.h"

/* the source of rows */
struct supply {
	int (*next)(void *source, struct cg_record *record);
	void *source;
	size_t nevents;
	size_t row_size; /* in a block */
};

enum { CACHE_LINE = 64 };

/* aligned to its own cache lines, because the caller writes to it for each row,
 * and the thread must not read from the same lines */
struct readahead {
	_Alignas(CACHE_LINE) struct supply supply;
	int end; /* result of `next` after the last row */
	struct ring *ring;
	struct block *block; /* with the rows to return; NULL: none */
	size_t taken;        /* bytes of the block that were returned */
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

/* reads rows until the block is full; returns the last result of `next` */
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
	struct readahead *a = owner;
	/* a copy, because the caller writes beside the original */
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

/* --- the caller's side ---------------------------------------------------- */

struct readahead *
readahead_start(int (*next)(void *source, struct cg_record *record),
    void *source, size_t nevents)
{
	size_t size =
	    sizeof(struct row) + nevents * (sizeof(int64_t) + sizeof(bool));
	size_t align = _Alignof(struct row);
	struct readahead *a = aligned_alloc(CACHE_LINE, sizeof(*a));

	if (a == NULL)
		return NULL;
	size = (size + align - 1) / align * align;
	*a = (struct readahead){.supply = {next, source, nevents, size}};
	if (size <= BLOCK_SIZE)
		a->ring = ring_start(read_rows, a);
	if (a->ring == NULL) {
		free(a);
		return NULL;
	}
	return a;
}

/* makes sure that a row is left in a->block: 1, or the end's 0 or -1 */
static int
next_block(struct readahead *a)
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
readahead_next(struct readahead *a, struct cg_record *record)
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
readahead_free(struct readahead *a)
{
	if (a != NULL)
		ring_free(a->ring);
	free(a);
}
