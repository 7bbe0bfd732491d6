/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorted profiles that are merged while they are read: function by function, in
 * canonical order.
 */
#ifndef MERGE_HEAP_H
#define MERGE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libquery/sorted_rows.h"

struct merge_input {
	struct sorted_rows rows;
	size_t number; /* in the order of the profiles */
};

/* {0} is empty */
struct merge_heap {
	struct merge_input **waiting; /* inputs with rows to come */
	size_t n;
	size_t capacity;
};

/* Adds an input.  Its current row comes later.  It must outlive the heap and
 * stay where it is. */
void merge_heap_add(struct merge_heap *heap, struct merge_input *input);

/*
 * Removes the inputs whose current row has the first names in canonical order,
 * and sets `here` to them, in the order of the profiles.  Returns how many
 * there are.  `here` has room for all inputs.
 */
size_t merge_heap_take(struct merge_heap *heap, struct merge_input **here);

void merge_heap_release(struct merge_heap *heap);

#endif
