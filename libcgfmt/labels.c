/* SPDX-License-Identifier: BSD-2-Clause */
/* Names in the order in which they were first written. */
#include <string.h>

#include "labels.h"

void
labels_init(struct labels *labels)
{
	*labels = (struct labels){.tuples = {.width = 1}};
}

int
labels_find(
    struct labels *labels, const char *name, uint32_t *number, bool *is_new)
{
	size_t n = labels->tuples.n;
	uint64_t word =
	    (uintptr_t)names_intern(&labels->names, name, strlen(name));

	if (word == 0 || tuples_intern(&labels->tuples, &word, number) < 0)
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
