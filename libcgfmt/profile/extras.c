/* SPDX-License-Identifier: BSD-2-Clause */
/* Each is a column of its own, which is allocated for the first row that needs
 * it. */
#include <stdlib.h>
#include <string.h>

#include "profile/extras.h"

/* resizes the array to n elements; NULL when out of memory */
static void *
resize(void *array, size_t n, size_t element)
{
	size_t size;

	if (__builtin_mul_overflow(n, element, &size))
		return NULL;
	return realloc(array, size);
}

static int
grow_given(struct extras *e, size_t capacity)
{
	bool *present =
	    resize(e->present, capacity, e->width * sizeof(*present));

	if (present == NULL)
		return -1;
	e->present = present;
	return 0;
}

static int
grow_times(struct extras *e, size_t capacity)
{
	struct times *times = resize(e->times, capacity, sizeof(*times));

	if (times == NULL)
		return -1;
	e->times = times;
	return 0;
}

int
extras_grow(struct extras *e, size_t capacity)
{
	if ((e->present != NULL && grow_given(e, capacity) < 0) ||
	    (e->times != NULL && grow_times(e, capacity) < 0))
		return -1;
	e->capacity = capacity;
	return 0;
}

int
extras_track_given(struct extras *e, size_t nrows)
{
	if (grow_given(e, e->capacity) < 0)
		return -1;
	memset(e->present, true, nrows * e->width * sizeof(*e->present));
	return 0;
}

int
extras_track_times(struct extras *e, size_t nrows)
{
	if (grow_times(e, e->capacity) < 0)
		return -1;
	memset(e->times, 0, nrows * sizeof(*e->times));
	return 0;
}

void
extras_clear(struct extras *e, size_t row)
{
	if (e->present != NULL)
		memset(e->present + row * e->width, false,
		    e->width * sizeof(*e->present));
	if (e->times != NULL)
		e->times[row] = (struct times){{0}};
}

const bool *
extras_given(const struct extras *e, size_t row)
{
	return e->present != NULL ? e->present + row * e->width : NULL;
}

struct times
extras_times(const struct extras *e, size_t row)
{
	return e->times != NULL ? e->times[row] : (struct times){{0}};
}

void
extras_add_given(struct extras *e, size_t row, const bool *present)
{
	if (e->present == NULL)
		return;
	for (size_t i = 0; i < e->width; i++)
		e->present[row * e->width + i] |= present == NULL || present[i];
}

bool
extras_add_times(struct extras *e, size_t row, struct times times)
{
	int64_t *to = e->times[row].of;

	return !__builtin_add_overflow(
		   to[TIMES], times.of[TIMES], &to[TIMES]) &&
	       !__builtin_add_overflow(
		   to[FOLLOWED], times.of[FOLLOWED], &to[FOLLOWED]);
}

void
extras_release(struct extras *e)
{
	free(e->present);
	free(e->times);
}
