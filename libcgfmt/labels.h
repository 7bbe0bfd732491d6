/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers for names that are written, the mirror of ids.h. */
#ifndef LABELS_H
#define LABELS_H

#include <stdbool.h>

#include "names.h"
#include "tuples.h"

/* one space of numbers */
struct labels {
	struct names names;
	struct tuples tuples; /* of one word, the interned name */
};

void labels_init(struct labels *labels);

/*
 * The number of the name, from 1 on, and whether it has it since now: 0, or -1
 * when out of memory.
 */
int labels_find(
    struct labels *labels, const char *name, uint32_t *number, bool *is_new);

void labels_release(struct labels *labels);

#endif
