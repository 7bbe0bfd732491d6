/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows of Cachegrind's format have no target and no address, and their line
 * numbers fit in 32 bits.  Short rows for them take a third of the memory. When
 * the first row comes that does not fit, all become full ones.
 */
#include <stdlib.h>

#include "profile/places.h"
#include "profile/rows.h"

struct short_row {
	uint32_t place;
	int32_t line;
};

static bool
is_short(const struct row *row)
{
	return row->target == NO_TARGET && row->address == 0 &&
	       row->line == (int32_t)row->line;
}

static struct row
lengthen(const struct short_row *row)
{
	return (struct row){
	    .place = row->place, .target = NO_TARGET, .line = row->line};
}

int
rows_grow(struct rows *r, size_t capacity)
{
	bool full = r->full != NULL;
	size_t size = full ? sizeof(*r->full) : sizeof(*r->shorts);
	void *larger;

	if (__builtin_mul_overflow(capacity, size, &size))
		return -1;
	larger = realloc(full ? (void *)r->full : r->shorts, size);
	if (larger == NULL)
		return -1;
	if (full)
		r->full = larger;
	else
		r->shorts = larger;
	r->capacity = capacity;
	return 0;
}

/* turns the first n rows into full ones */
static int
widen(struct rows *r, size_t n)
{
	struct row *full = calloc(r->capacity, sizeof(*full));

	if (full == NULL)
		return -1;
	for (size_t i = 0; i < n; i++)
		full[i] = lengthen(&r->shorts[i]);
	free(r->shorts);
	r->shorts = NULL;
	r->full = full;
	return 0;
}

int
rows_set(struct rows *r, size_t i, const struct row *row)
{
	if (r->full == NULL && !is_short(row) && widen(r, i) < 0)
		return -1;
	if (r->full != NULL)
		r->full[i] = *row;
	else
		r->shorts[i] =
		    (struct short_row){row->place, (int32_t)row->line};
	return 0;
}

struct row
rows_at(const struct rows *r, size_t i)
{
	return r->full != NULL ? r->full[i] : lengthen(&r->shorts[i]);
}

bool
rows_are_same(const struct rows *r, size_t i, const struct row *row)
{
	struct row other = rows_at(r, i);

	return other.line == row->line && other.place == row->place &&
	       other.address == row->address && other.target == row->target;
}

void
rows_release(struct rows *r)
{
	free(r->shorts);
	free(r->full);
}
