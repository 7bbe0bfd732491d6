/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sums of counts.  In a difference, counts can be negative; then a sum can leave 64 bits and
 * come back.  So whether it fits is asked after all was added.
 */
#ifndef WIDE_SUMS_H
#define WIDE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wide_sums {
	int64_t *counts; /* of a sum that fits, the sum */
	size_t n;
	int64_t *
	    carries; /* what was lost of each, in units of 2^64; NULL: nothing */
};

/* Sets n sums to 0.  Ends the program if there is no memory. */
void wide_sums_init(struct wide_sums *sums, size_t n);

/* Adds n counts to the sums from `at` on. */
void wide_sums_add(
    struct wide_sums *sums, size_t at, const int64_t *counts, size_t n);

/* Adds n other sums, from `from` on, to those from `at` on. */
void wide_sums_add_sums(struct wide_sums *sums, size_t at,
    const struct wide_sums *others, size_t from, size_t n);

/* True if the n sums from `at` on fit in 64 bits. */
bool wide_sums_fit(const struct wide_sums *sums, size_t at, size_t n);

/* Returns a sum, or the number of 64 bits that is next to it. */
int64_t wide_sums_nearest(const struct wide_sums *sums, size_t at);

/* Ends the sums and returns those that fit, which the caller frees. */
int64_t *wide_sums_take(struct wide_sums *sums);

void wide_sums_release(struct wide_sums *sums);

#endif
