/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A binary heap.  Most rows of a source are of the same function as the row
 * before, and of all sources only those at the first function matter until
 * their rows of it have been taken.  They are marked, so that strings are
 * compared once for each source and function, and lines for each row.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "sources.h"

/* True if a's row comes before b's. */
static bool
is_before(const struct source *a, const struct source *b)
{
	const struct cg_record *x = &a->rows.record, *y = &b->rows.record;
	int order = 0;

	if (a->is_at_place != b->is_at_place)
		return a->is_at_place;
	if (!a->is_at_place)
		order = sorted_rows_compare_names(x, y);
	if (order != 0)
		return order < 0;
	return x->line != y->line ? x->line < y->line : a->number < b->number;
}

/* Moves the root down to its place. */
static void
sift_down(struct sources *s)
{
	struct source *moved = s->heap[0];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < s->n) {
		if (child + 1 < s->n &&
		    is_before(s->heap[child + 1], s->heap[child]))
			child++;
		if (is_before(moved, s->heap[child]))
			break;
		s->heap[i] = s->heap[child];
		i = child;
	}
	s->heap[i] = moved;
}

enum sorted_rows_status
sources_add(struct sources *s, struct source *source)
{
	enum sorted_rows_status status = sorted_rows_next(&source->rows);
	size_t i = s->n;

	source->is_at_place = false;
	if (status != SORTED_ROWS_NEXT)
		return status;
	s->heap = cli_resize(s->heap, s->n + 1, sizeof(struct source *));
	s->n++;
	for (; i > 0 && is_before(source, s->heap[(i - 1) / 2]);
	     i = (i - 1) / 2)
		s->heap[i] = s->heap[(i - 1) / 2];
	s->heap[i] = source;
	return status;
}

/* Marks the sources in the heap at i and below it whose row has the names of
 * the first row.  They are together at the root. */
static void
mark_place(struct sources *s, size_t i, const struct cg_record *first)
{
	if (i >= s->n ||
	    sorted_rows_compare_names(first, &s->heap[i]->rows.record) != 0)
		return;
	s->heap[i]->is_at_place = true;
	mark_place(s, 2 * i + 1, first);
	mark_place(s, 2 * i + 2, first);
}

struct source *
sources_first(struct sources *s, bool *is_same_place)
{
	if (s->n == 0)
		return NULL;
	*is_same_place = s->heap[0]->is_at_place;
	if (!*is_same_place)
		mark_place(s, 0, &s->heap[0]->rows.record);
	return s->heap[0];
}

enum sorted_rows_status
sources_next(struct sources *s)
{
	struct source *first = s->heap[0];
	enum sorted_rows_status status = sorted_rows_next(&first->rows);

	if (status == SORTED_ROWS_NEXT)
		first->is_at_place = !first->rows.is_elsewhere;
	else if (status == SORTED_ROWS_END)
		s->heap[0] = s->heap[--s->n];
	else
		return status;
	if (s->n > 0)
		sift_down(s);
	return status;
}

void
sources_release(struct sources *s)
{
	free(s->heap);
}
