/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A binary heap.  Most rows of a source are of the same function as the row
 * before, and of all sources only those at the first function matter until
 * their rows of it have been taken.  They are marked: their keys are line and
 * number.  So strings are compared once for each source and function, and
 * numbers for each row.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "sources.h"

struct sources_entry {
	__int128 key; /* ELSEWHERE: the row has other names than the first */
	struct source *source;
};

/* more than all lines and numbers */
static const __int128 ELSEWHERE = (__int128)1 << 100;

static __int128
key_at_place(const struct source *s)
{
	return (__int128)s->rows.record.line * ((__int128)1 << 32) + s->number;
}

/* True if the row of a comes before that of b, which are elsewhere. */
static bool
is_before_elsewhere(const struct source *a, const struct source *b)
{
	const struct cg_record *x = &a->rows.record, *y = &b->rows.record;
	int order = sorted_rows_compare_names(x, y);

	return order != 0 ? order < 0 : key_at_place(a) < key_at_place(b);
}

static inline bool
is_before(const struct sources_entry *a, const struct sources_entry *b)
{
	if (a->key == ELSEWHERE && b->key == ELSEWHERE)
		return is_before_elsewhere(a->source, b->source);
	return a->key < b->key;
}

/* Moves an entry up from the free place at i. */
static void
sift_up(struct sources *s, size_t i, struct sources_entry entry)
{
	while (i > 0 && is_before(&entry, &s->heap[(i - 1) / 2])) {
		s->heap[i] = s->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	s->heap[i] = entry;
}

/* Moves the root to its place: all the way down, and up from there, because
 * mostly its row is now among the last ones. */
static void
sift_down(struct sources *s)
{
	struct sources_entry moved = s->heap[0];
	size_t i = 0, child;

	while ((child = 2 * i + 2) < s->n) {
		child -= is_before(&s->heap[child - 1], &s->heap[child]);
		s->heap[i] = s->heap[child];
		i = child;
	}
	if (child == s->n) { /* only a left child */
		s->heap[i] = s->heap[child - 1];
		i = child - 1;
	}
	sift_up(s, i, moved);
}

enum sorted_rows_status
sources_add(struct sources *s, struct source *source)
{
	enum sorted_rows_status status = sorted_rows_next(&source->rows);

	if (status != SORTED_ROWS_NEXT)
		return status;
	s->heap = cli_resize(s->heap, s->n + 1, sizeof(*s->heap));
	s->n++;
	sift_up(s, s->n - 1, (struct sources_entry){ELSEWHERE, source});
	return status;
}

/* Marks the entries of the heap at i and below it whose row has the names of
 * the first row.  They are together at the root. */
static void
mark_place(struct sources *s, size_t i, const struct cg_record *first)
{
	struct sources_entry *entry = &s->heap[i];

	if (i >= s->n ||
	    sorted_rows_compare_names(first, &entry->source->rows.record) != 0)
		return;
	entry->key = key_at_place(entry->source);
	mark_place(s, 2 * i + 1, first);
	mark_place(s, 2 * i + 2, first);
}

struct source *
sources_first(struct sources *s, bool *is_same_place)
{
	if (s->n == 0)
		return NULL;
	*is_same_place = s->heap[0].key != ELSEWHERE;
	if (!*is_same_place)
		mark_place(s, 0, &s->heap[0].source->rows.record);
	return s->heap[0].source;
}

struct source *
sources_with(const struct sources *s, int64_t line)
{
	struct source *first = s->n > 0 ? s->heap[0].source : NULL;

	return first != NULL && s->heap[0].key != ELSEWHERE &&
		       first->rows.record.line == line
		   ? first
		   : NULL;
}

enum sorted_rows_status
sources_next(struct sources *s)
{
	struct source *first = s->heap[0].source;
	enum sorted_rows_status status = sorted_rows_next(&first->rows);

	if (status == SORTED_ROWS_NEXT)
		s->heap[0].key =
		    first->rows.is_elsewhere ? ELSEWHERE : key_at_place(first);
	else if (status == SORTED_ROWS_END)
		s->heap[0] = s->heap[--s->n];
	else
		return status;
	if (s->n > 1)
		sift_down(s);
	return status;
}

void
sources_release(struct sources *s)
{
	free(s->heap);
}
