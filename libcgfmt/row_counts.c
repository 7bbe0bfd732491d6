/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts lie in one flat array.  What only some profiles have lies in columns
 * beside it that are made when the first row has it.
 */
#include <stdlib.h>
#include <string.h>

#include "row_counts.h"

/* the array with room for n elements; NULL when out of memory */
static void *
resize(void *array, size_t n, size_t element)
{
	size_t size;

	if (__builtin_mul_overflow(n, element, &size))
		return NULL;
	return realloc(array, size);
}

static int
grow_counts(struct row_counts *f, size_t capacity)
{
	int64_t *counts =
	    resize(f->counts, capacity, f->nevents * sizeof(*counts));

	if (counts == NULL)
		return -1;
	f->counts = counts;
	return 0;
}

static int
grow_given(struct row_counts *f, size_t capacity)
{
	bool *given = resize(f->given, capacity, f->nevents * sizeof(*given));

	if (given == NULL)
		return -1;
	f->given = given;
	return 0;
}

static int
grow_times(struct row_counts *f, size_t capacity)
{
	struct times *times = resize(f->times, capacity, sizeof(*times));

	if (times == NULL)
		return -1;
	f->times = times;
	return 0;
}

int
row_counts_grow(struct row_counts *f, size_t capacity)
{
	if (grow_counts(f, capacity) < 0 ||
	    (f->given != NULL && grow_given(f, capacity) < 0) ||
	    (f->times != NULL && grow_times(f, capacity) < 0))
		return -1;
	f->capacity = capacity;
	return 0;
}

int
row_counts_track_given(struct row_counts *f, size_t nrows)
{
	if (grow_given(f, f->capacity) < 0)
		return -1;
	memset(f->given, true, nrows * f->nevents * sizeof(*f->given));
	return 0;
}

int
row_counts_track_times(struct row_counts *f, size_t nrows)
{
	if (grow_times(f, f->capacity) < 0)
		return -1;
	memset(f->times, 0, nrows * sizeof(*f->times));
	return 0;
}

void
row_counts_clear(struct row_counts *f, size_t row)
{
	memset(row_counts_of(f, row), 0, f->nevents * sizeof(*f->counts));
	if (f->given != NULL)
		memset(f->given + row * f->nevents, false,
		    f->nevents * sizeof(*f->given));
	if (f->times != NULL)
		f->times[row] = (struct times){{0}};
}

int64_t *
row_counts_of(const struct row_counts *f, size_t row)
{
	return f->counts + row * f->nevents;
}

const bool *
row_counts_given(const struct row_counts *f, size_t row)
{
	return f->given != NULL ? f->given + row * f->nevents : NULL;
}

struct times
row_counts_times(const struct row_counts *f, size_t row)
{
	return f->times != NULL ? f->times[row] : (struct times){{0}};
}

void
row_counts_add_given(struct row_counts *f, size_t row, const bool *given)
{
	if (f->given == NULL)
		return;
	for (size_t i = 0; i < f->nevents; i++)
		f->given[row * f->nevents + i] |= given == NULL || given[i];
}

bool
row_counts_add_times(struct row_counts *f, size_t row, struct times times)
{
	int64_t *to = f->times[row].of;

	return !__builtin_add_overflow(
		   to[TIMES], times.of[TIMES], &to[TIMES]) &&
	       !__builtin_add_overflow(
		   to[FOLLOWED], times.of[FOLLOWED], &to[FOLLOWED]);
}

void
row_counts_release(struct row_counts *f)
{
	free(f->counts);
	free(f->given);
	free(f->times);
}
