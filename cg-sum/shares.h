/* SPDX-License-Identifier: BSD-2-Clause */
/* Divides an amount into whole numbers whose sum is exactly the amount. */
#ifndef SHARES_H
#define SHARES_H

#include <stddef.h>
#include <stdint.h>

struct share {
	uint64_t weight;
	int64_t amount; /* set by shares_divide */
};

/*
 * Divides amount >= 0 in proportion to the weights, of which at least one is
 * not 0, by largest remainder: each share is rounded down, and what is left
 * over is given, one each, to those that lost most; of equal ones to the first.
 */
void shares_divide(int64_t amount, struct share *shares, size_t n);

#endif
