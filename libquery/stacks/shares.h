/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SHARES_H
#define SHARES_H

#include <stddef.h>
#include <stdint.h>

struct share {
	uint64_t weight;
	int64_t amount; /* set by shares_divide */
};

/*
 * Divides amount >= 0 into whole numbers whose sum is exactly the amount, in
 * proportion to the weights; at least one weight is not 0.  Largest remainder:
 * each share is rounded down, and the shares that lost most get one more each
 * until nothing is left; of equal shares, the first gets it.
 */
void shares_divide(int64_t amount, struct share *shares, size_t n);

#endif
