/* SPDX-License-Identifier: BSD-2-Clause */
/* Divides a count into whole numbers. */
#include <stddef.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "shares.h"

struct remainder {
	unsigned __int128 size;
	size_t share;
};

static int
compare_remainders(const void *a, const void *b)
{
	const struct remainder *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->share > y->share) - (x->share < y->share);
}

/* No product overflows: an amount has 63 bits and a weight has 64. */
void
shares_divide(int64_t amount, struct share *shares, size_t n)
{
	struct remainder *remainders = cli_alloc(n, sizeof(*remainders));
	unsigned __int128 sum = 0;
	int64_t left = amount;

	for (size_t i = 0; i < n; i++)
		sum += shares[i].weight;
	for (size_t i = 0; i < n; i++) {
		unsigned __int128 product =
		    (unsigned __int128)(uint64_t)amount * shares[i].weight;

		shares[i].amount = (int64_t)(product / sum);
		remainders[i] = (struct remainder){product % sum, i};
		left -= shares[i].amount;
	}
	if (left > 0)
		qsort(remainders, n, sizeof(*remainders), compare_remainders);
	for (size_t i = 0; i < (size_t)left; i++)
		shares[remainders[i].share].amount++;
	free(remainders);
}
