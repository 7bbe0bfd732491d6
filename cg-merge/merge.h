/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Merges profiles, row by row.  Sorted ones take constant memory; for others,
 * memory grows with the number of different rows, not of inputs.
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
 * common: keep the events that all inputs have; without it, other events in an
 * input are an error.  partial: read damaged inputs up to the damage.  The
 * output must outlive the merge.
 */
struct merge *merge_new(enum operation operation, bool common, bool partial,
    const struct profile_output *output);

/*
 * Reads all profiles.  The output has the header of the first one, which
 * stays open until merge_free.  Ends the program on an error.
 */
void merge_read(struct merge *merge, char *const *paths, size_t n);

/* Writes the merged profile.  Ends the program on an error. */
void merge_write(struct merge *merge);

void merge_free(struct merge *merge);

#endif
