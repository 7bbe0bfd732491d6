/* SPDX-License-Identifier: BSD-2-Clause */
/* Moves particles; only their places and speeds are used in each step. */
#include <stdio.h>
#include <stdlib.h>

#ifdef SPLIT
struct motion {
	float x, y, dx, dy;
};
struct particle {
	char name[32];
	float colour[4];
	int id;
};
#else
struct particle {
	char name[32];
	float x, y;
	float colour[4];
	float dx, dy;
	int id;
};
#endif

int
main(int argc, char **argv)
{
	size_t n = 20000;
	int steps = argc > 1 ? atoi(argv[1]) : 10;
	struct particle *all = calloc(n, sizeof *all);
#ifdef SPLIT
	struct motion *motions = calloc(n, sizeof *motions);
#else
	struct particle *motions = all;
#endif
	float sum = 0;

	for (size_t i = 0; i < n; i++) {
		all[i].id = (int)i;
		motions[i].dx = (float)i;
		motions[i].dy = 1;
	}
	for (int step = 0; step < steps; step++)
		for (size_t i = 0; i < n; i++) {
			motions[i].x += motions[i].dx;
			motions[i].y += motions[i].dy;
		}
	for (size_t i = 0; i < n; i++)
		sum += motions[i].x + motions[i].y;
	printf("%g\n", sum);
	return 0;
}
