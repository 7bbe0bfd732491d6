/* SPDX-License-Identifier: BSD-2-Clause */
/* Names in the order in which they were first written. */
#include <string.h>

#include "write/labels.h"

void
labels_init(struct labels *labels, size_t width)
{
	*labels = (struct labels){.tuples = {.width = width}};
}

int
labels_find(struct labels *labels, const char *const *names, uint32_t *number,
    bool *is_new)
{
	size_t n = labels->tuples.n;
	uint64_t words[MAX_LABEL_NAMES];

	for (size_t i = 0; i < labels->tuples.width; i++) {
		words[i] = (uintptr_t)names_intern(
		    &labels->names, names[i], strlen(names[i]));
		if (words[i] == 0)
			return -1;
	}
	if (tuples_intern(&labels->tuples, words, number) < 0)
		return -1;
	*is_new = labels->tuples.n > n;
	++*number;
	return 0;
}

void
labels_release(struct labels *labels)
{
	names_release(&labels->names);
	tuples_release(&labels->tuples);
}
