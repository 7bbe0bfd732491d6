/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds profiles up, row by row.  Memory grows with distinct rows, not with
 * inputs.
 */
#ifndef MERGE_H
#define MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "operation.h"
#include "libquery/profile_output.h"

struct merge;

/*
 * common: keep the events that all inputs have, instead of demanding one set.
 * partial: read damaged inputs as far as they go.  The output must outlive the
 * merge.
 */
struct merge *merge_new(enum operation operation, bool common, bool partial,
    const struct profile_output *output);

/*
 * Reads one more profile.  The first decides the header.  These end the program
 * on an error.
 */
void merge_add(struct merge *merge, const char *path);
void merge_write(struct merge *merge);

void merge_free(struct merge *merge);

#endif
