/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A block holds consecutive rows: pointers to names, line, counts, presence.
 * Rows fill it from its start, and their names from its end, each once while it
 * does not change.  The caller keeps a block until it has read the next one,
 * because the names of a row are valid while the next row is used.  The few
 * names that are too long for a block are allocated, and freed when the block
 * is filled again.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "read/readahead.h"
#include "record.h"

/* the source of rows */
struct supply {
	int (*next)(void *source, struct cg_record *record);
	void *source;
	size_t nevents;
	size_t row_size; /* in a block */
	struct cg_error *error;
};

enum {
	CACHE_LINE = 64,
	MAX_NAME = 4096,         /* bytes with the NUL, in a block */
	MAX_NAMES = 2 * MAX_NAME /* of one row */
};

struct long_name {
	struct long_name *next;
	char text[];
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
	/* of each block; the thread's */
	struct long_name *long_names[RING_BLOCKS];
};

struct ahead_row {
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

/* a block that is being filled */
struct filling {
	struct block *block;
	unsigned char *free_end; /* the end of its free bytes */
	struct copied file;
	struct copied function;
	struct long_name **long_names;
	size_t long_size; /* bytes of these */
};

static void
free_long_names(struct long_name **names)
{
	while (*names != NULL) {
		struct long_name *next = (*names)->next;

		free(*names);
		*names = next;
	}
}

/* NULL when out of memory */
static char *
allocate_name(struct filling *f, size_t size)
{
	struct long_name *name;

	if (size <= MAX_NAME)
		return (char *)(f->free_end -= size);
	name = malloc(sizeof(*name) + size);
	if (name == NULL)
		return NULL;
	name->next = *f->long_names;
	*f->long_names = name;
	f->long_size += size;
	return name->text;
}

/* Copies a name, unless the last row has it.  0, or -1 when out of memory. */
static int
copy_name(struct filling *f, struct copied *last, const char *name)
{
	size_t size;
	char *copy;

	/* equal pointers in consecutive rows mean equal names */
	if (name == last->name)
		return 0;
	size = strlen(name) + 1;
	copy = allocate_name(f, size);
	if (copy == NULL)
		return -1;
	memcpy(copy, name, size);
	*last = (struct copied){name, copy};
	return 0;
}

static void
put_row(struct ahead_row *row, const struct cg_record *record, size_t nevents)
{
	row->line = record->line;
	row->present = NULL;
	memcpy(row->counts, record->counts, nevents * sizeof(*row->counts));
	if (record->present == NULL)
		return;
	row->present = (bool *)(row->counts + nevents);
	memcpy(row->present, record->present, nevents * sizeof(*row->present));
}

static bool
has_room(const struct filling *f, size_t row_size)
{
	size_t used = f->block->used + row_size + MAX_NAMES;

	return used <= (size_t)(f->free_end - f->block->bytes) &&
	       f->long_size < BLOCK_SIZE;
}

/* reads rows until the block is full; returns the last result of `next` */
static int
fill_block(const struct supply *supply, struct block *block,
    struct long_name **long_names)
{
	struct filling f = {.block = block,
	    .free_end = block->bytes + BLOCK_SIZE,
	    .long_names = long_names};
	struct cg_record record;
	int got = 1;

	free_long_names(long_names);
	block->used = 0;
	while (has_room(&f, supply->row_size) &&
	       (got = supply->next(supply->source, &record)) == 1) {
		struct ahead_row *row =
		    (struct ahead_row *)(block->bytes + block->used);

		if (copy_name(&f, &f.file, record.file) < 0 ||
		    copy_name(&f, &f.function, record.function) < 0)
			return error_memory(supply->error);
		row->file = f.file.copy;
		row->function = f.function.copy;
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
	size_t n = 0;
	int got = 1;

	while (got == 1 && (block = ring_reserve(ring)) != NULL) {
		got = fill_block(
		    &supply, block, &a->long_names[n++ % RING_BLOCKS]);
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
	size_t size = sizeof(struct ahead_row) +
		      nevents * (sizeof(int64_t) + sizeof(bool));
	size_t align = _Alignof(struct ahead_row);
	struct readahead *a = aligned_alloc(CACHE_LINE, sizeof(*a));

	if (a == NULL)
		return NULL;
	size = (size + align - 1) / align * align;
	*a = (struct readahead){.supply = {next, source, nevents, size, error}};
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
	const struct ahead_row *row;
	int got = next_block(a);

	if (got != 1)
		return got;
	row = (const struct ahead_row *)(a->block->bytes + a->taken);
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
	for (size_t i = 0; i < RING_BLOCKS; i++)
		free_long_names(&a->long_names[i]);
	free(a);
}
