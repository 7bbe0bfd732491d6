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
	struct tuples tuples; /* of interned names */
};

enum { MAX_LABEL_NAMES = 3 };

/* for what is known by `width` names, at most MAX_LABEL_NAMES */
void labels_init(struct labels *labels, size_t width);

/*
 * The number of what has these names, from 1 on, and whether it has it since
 * now: 0, or -1 when out of memory.
 */
int labels_find(struct labels *labels, const char *const *names,
    uint32_t *number, bool *is_new);

void labels_release(struct labels *labels);

#endif
