/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program for reports: has loops, branches, cache misses, two files, and
 * functions far apart, so that annotated ranges have gaps.
 */
#include <stdio.h>
#include <stdlib.h>

#include "report.h"

enum { SIZE = 1 << 16 };

static int
compare(const void *a, const void *b)
{
	const unsigned *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/*
 * A long comment, to put more lines between two functions than the context
 * of eight lines on either side covers.
 *
 *
 *
 *
 *
 *
 *
 *
 *
 *
 *
 *
 *
 *
 */

static unsigned
fill(unsigned *numbers, unsigned seed)
{
	for (int i = 0; i < SIZE; i++) {
		seed = mix(seed);
		numbers[i] = seed;
	}
	return seed;
}

static unsigned
odd(const unsigned *numbers)
{
	unsigned n = 0;

	for (int i = 0; i < SIZE; i++)
		if (numbers[(i * 4099) % SIZE] & 1)
			n++;
	return n;
}

int
main(void)
{
	unsigned *numbers = malloc(SIZE * sizeof(*numbers));

	if (numbers == NULL)
		return 1;
	fill(numbers, 2463534242u);
	qsort(numbers, 4096, sizeof(*numbers), compare);
	printf("%u\n", odd(numbers));
	free(numbers);
	return 0;
}
