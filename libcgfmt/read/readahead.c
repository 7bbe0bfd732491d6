/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A block holds consecutive rows: pointers to names, line, counts, presence.
 * Rows fill it from its begin, and their names from its end, each once while it
 * does not change.  The caller keeps a block until it has read the next one,
 * because the names of a row are valid while the next row is used.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "names.h"
#include "read/readahead.h"
#include "record.h"

/* the source of rows */
struct supply {
	int (*next)(void *source, struct cg_record *record);
	void *source;
	size_t nevents;
	size_t row_size;     /* in a block */
	struct names *names; /* that are too long for a block */
	struct cg_error *error;
};

enum {
	CACHE_LINE = 64,
	MAX_NAME = 4096,         /* bytes with the NUL, in a block */
	MAX_NAMES = 2 * MAX_NAME /* of one row */
};

/* aligned to its own cache lines, because the caller writes to it for each row,
 * and the thread must not read from the same lines */
struct readahead {
	_Alignas(CACHE_LINE) struct supply supply;
	int end; /* result of `next` after the last row */
	struct ring *ring;
	struct block *block; /* with the rows to return; NULL: none */
	size_t taken;        /* bytes of the block that were returned */
	bool has_two;        /* the caller still has the block before it */
	struct names names;  /* the thread's */
};

struct row {
	const char *file;
	const char *function;
	int64_t line;
	bool *present; /* NULL: all counts were written */
	int64_t counts[];
};

/* --- the thread's side ---------------------------------------------------- */

/* the name of the last row in a block, and its copy there */
struct copied {
	const char *name; /* NULL: no row yet */
	const char *copy;
};

/* Copies a name to the end of the free bytes, unless the last row has it. */
static int
copy_name(const struct supply *supply, struct copied *last, const char *name,
    unsigned char **free_end)
{
	size_t size;

	/* equal pointers in consecutive rows mean equal names */
	if (name == last->name)
		return 0;
	size = strlen(name) + 1;
	last->name = name;
	if (size > MAX_NAME)
		last->copy = names_intern(supply->names, name, size - 1);
	else
		last->copy = memcpy(*free_end -= size, name, size);
	return last->copy != NULL ? 0 : error_memory(supply->error);
}

static void
put_row(struct row *row, const struct cg_record *record, size_t nevents)
{
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
	unsigned char *free_end = block->bytes + BLOCK_SIZE;
	struct copied file = {NULL, NULL}, function = {NULL, NULL};
	struct cg_record record;
	int got = 1;

	block->used = 0;
	while (block->bytes + block->used + supply->row_size + MAX_NAMES <=
		   free_end &&
	       (got = supply->next(supply->source, &record)) == 1) {
		struct row *row = (struct row *)(block->bytes + block->used);

		if (copy_name(supply, &file, record.file, &free_end) < 0 ||
		    copy_name(supply, &function, record.function, &free_end) <
			0)
			return -1;
		row->file = file.copy;
		row->function = function.copy;
		put_row(row, &record, supply->nevents);
		block->used += supply->row_size;
	}
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
		if (block->used > 0)
			ring_publish(ring);
	}
	ring_end(ring);
}

/* --- the caller's side ---------------------------------------------------- */

struct readahead *
readahead_start(int (*next)(void *source, struct cg_record *record),
    void *source, size_t nevents, struct cg_error *error)
{
	size_t size =
	    sizeof(struct row) + nevents * (sizeof(int64_t) + sizeof(bool));
	size_t align = _Alignof(struct row);
	struct readahead *a = aligned_alloc(CACHE_LINE, sizeof(*a));

	if (a == NULL)
		return NULL;
	size = (size + align - 1) / align * align;
	*a = (struct readahead){
	    .supply = {next, source, nevents, size, &a->names, error}};
	if (size + MAX_NAMES <= BLOCK_SIZE)
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
		if (a->has_two)
			ring_release(a->ring);
		a->has_two = a->block != NULL;
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
	if (a == NULL)
		return;
	ring_free(a->ring);
	names_release(&a->names);
	free(a);
}
