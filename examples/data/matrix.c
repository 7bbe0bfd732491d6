/* SPDX-License-Identifier: BSD-2-Clause */
/* Multiplies two matrices. */
#include <stdio.h>
#include <stdlib.h>

#define N 160

static double a[N][N], b[N][N], c[N][N];

static void
multiply(void)
{
#ifdef ROWS
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			for (int j = 0; j < N; j++)
				c[i][j] += a[i][k] * b[k][j];
#else
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i][j] += a[i][k] * b[k][j];
#endif
}

int
main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 1;

	for (int i = 0; i < N * N; i++) {
		a[i / N][i % N] = i % 7;
		b[i / N][i % N] = i % 5;
	}
	while (times-- > 0)
		multiply();
	printf("%g\n", c[3][5]);
	return 0;
}
