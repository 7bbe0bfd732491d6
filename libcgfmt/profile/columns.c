/* SPDX-License-Identifier: BSD-2-Clause */
/* Most profiles have no columns. */
#include <stdlib.h>
#include <string.h>

#include "profile/columns.h"

void
columns_init(struct columns *c, size_t ncounts)
{
	*c = (struct columns){
	    .sizes = {[PRESENT] = ncounts * sizeof(bool),
		[EXECUTIONS] = sizeof(struct executions),
		[DETAILS] = sizeof(struct details)},
	};
}

static int
resize(struct columns *c, enum column column, size_t capacity)
{
	size_t size;
	void *array;

	if (__builtin_mul_overflow(c->sizes[column], capacity, &size))
		return -1;
	array = realloc(c->arrays[column], size);
	if (array == NULL)
		return -1;
	c->arrays[column] = array;
	return 0;
}

int
columns_grow(struct columns *c, size_t capacity)
{
	for (enum column i = 0; i < NCOLUMNS; i++)
		if (c->arrays[i] != NULL && resize(c, i, capacity) < 0)
			return -1;
	c->capacity = capacity;
	return 0;
}

int
columns_make(struct columns *c, enum column column, size_t nrows)
{
	if (c->arrays[column] != NULL)
		return 0;
	if (resize(c, column, c->capacity) < 0)
		return -1;
	memset(c->arrays[column], column == PRESENT, nrows * c->sizes[column]);
	return 0;
}

void
columns_set(struct columns *c, size_t i, const struct details *details)
{
	bool *present = c->arrays[PRESENT];
	struct executions *executions = c->arrays[EXECUTIONS];
	struct details *all = c->arrays[DETAILS];

	if (present != NULL)
		memset(
		    present + i * c->sizes[PRESENT], false, c->sizes[PRESENT]);
	if (executions != NULL)
		executions[i] = (struct executions){0};
	if (all != NULL)
		all[i] = *details;
}

void
columns_add_present(struct columns *c, size_t i, const bool *present)
{
	size_t n = c->sizes[PRESENT];
	bool *to = c->arrays[PRESENT];

	if (to == NULL)
		return;
	to += i * n;
	if (present == NULL)
		memset(to, true, n);
	for (size_t j = 0; present != NULL && j < n; j++)
		to[j] |= present[j];
}

size_t
columns_memory(const struct columns *c)
{
	size_t nbytes = 0;

	for (enum column i = 0; i < NCOLUMNS; i++)
		if (c->arrays[i] != NULL)
			nbytes += c->capacity * c->sizes[i];
	return nbytes;
}

void
columns_release(struct columns *c)
{
	for (enum column i = 0; i < NCOLUMNS; i++)
		free(c->arrays[i]);
}
