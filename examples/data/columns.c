/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds up columns of a table whose rows are a power of two long; -DPADDED makes them longer. */
#include <stdio.h>

#ifdef PADDED
enum { ROWS = 256, COLUMNS = 512, PADDING = 8 };
#else
enum { ROWS = 256, COLUMNS = 512, PADDING = 0 };
#endif

static double table[ROWS][COLUMNS + PADDING];

int
main(void)
{
	double sum = 0;

	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++)
			table[i][j] = i + j;
	for (int j = 0; j < COLUMNS; j++)
		for (int i = 0; i < ROWS; i++)
			sum += table[i][j];
	printf("%g\n", sum);
	return 0;
}
