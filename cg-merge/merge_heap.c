/* SPDX-License-Identifier: BSD-2-Clause */
/* A binary heap.  Names are compared once for each input and function. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "merge_heap.h"

static int
compare_names(const struct merge_input *a, const struct merge_input *b)
{
	return sorted_rows_compare_names(&a->rows.record, &b->rows.record);
}

static bool
is_before(const struct merge_input *a, const struct merge_input *b)
{
	int order = compare_names(a, b);

	return order != 0 ? order < 0 : a->number < b->number;
}

void
merge_heap_add(struct merge_heap *heap, struct merge_input *input)
{
	size_t i = heap->n++;

	if (heap->n > heap->capacity) {
		heap->capacity = 2 * heap->n;
		heap->waiting = cli_resize(heap->waiting, heap->capacity,
		    sizeof(struct merge_input *));
	}
	for (; i > 0 && is_before(input, heap->waiting[(i - 1) / 2]);
	     i = (i - 1) / 2)
		heap->waiting[i] = heap->waiting[(i - 1) / 2];
	heap->waiting[i] = input;
}

/* Removes the first input. */
static struct merge_input *
take_first(struct merge_heap *heap)
{
	struct merge_input *first = heap->waiting[0],
			   *moved = heap->waiting[--heap->n];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < heap->n) {
		if (child + 1 < heap->n &&
		    is_before(heap->waiting[child + 1], heap->waiting[child]))
			child++;
		if (is_before(moved, heap->waiting[child]))
			break;
		heap->waiting[i] = heap->waiting[child];
		i = child;
	}
	heap->waiting[i] = moved;
	return first;
}

size_t
merge_heap_take(struct merge_heap *heap, struct merge_input **here)
{
	size_t n = 0;

	while (heap->n > 0 &&
	       (n == 0 || compare_names(here[0], heap->waiting[0]) == 0))
		here[n++] = take_first(heap);
	return n;
}

void
merge_heap_release(struct merge_heap *heap)
{
	free(heap->waiting);
}
