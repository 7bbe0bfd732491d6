/* SPDX-License-Identifier: BSD-2-Clause */
/* A binary heap.  Names are compared once for each source and function. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "merge_heap.h"

static int
compare_names(const struct source *a, const struct source *b)
{
	return sorted_rows_compare_names(&a->rows.record, &b->rows.record);
}

static bool
is_before(const struct source *a, const struct source *b)
{
	int order = compare_names(a, b);

	return order != 0 ? order < 0 : a->number < b->number;
}

void
sources_add(struct sources *s, struct source *source)
{
	size_t i = s->n++;

	if (s->n > s->capacity) {
		s->capacity = 2 * s->n;
		s->waiting = cli_resize(
		    s->waiting, s->capacity, sizeof(struct source *));
	}
	for (; i > 0 && is_before(source, s->waiting[(i - 1) / 2]);
	     i = (i - 1) / 2)
		s->waiting[i] = s->waiting[(i - 1) / 2];
	s->waiting[i] = source;
}

/* Removes the first source. */
static struct source *
take_first(struct sources *s)
{
	struct source *first = s->waiting[0], *moved = s->waiting[--s->n];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < s->n) {
		if (child + 1 < s->n &&
		    is_before(s->waiting[child + 1], s->waiting[child]))
			child++;
		if (is_before(moved, s->waiting[child]))
			break;
		s->waiting[i] = s->waiting[child];
		i = child;
	}
	s->waiting[i] = moved;
	return first;
}

size_t
sources_take(struct sources *s, struct source **here)
{
	size_t n = 0;

	while (
	    s->n > 0 && (n == 0 || compare_names(here[0], s->waiting[0]) == 0))
		here[n++] = take_first(s);
	return n;
}

void
sources_release(struct sources *s)
{
	free(s->waiting);
}
