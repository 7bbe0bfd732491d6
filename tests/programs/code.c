/* SPDX-License-Identifier: BSD-2-Clause */
/* Code for cg-annotate --asm and cg-diff --asm: loops, branches, a part that never runs, an
 * inlined function, a recursion. */
#include <stdio.h>
#include <stdlib.h>

static int table[1000];
static volatile int seven = 7;

static inline int
mix(int x)
{
	return x * seven + 3;
}

__attribute__((noinline)) int
sum(const int *p, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++) {
		if (p[i] & 1)
			s += p[i];
		else if (p[i] < 0)
			fprintf(stderr, "bad %d\n", i);
	}
	return s;
}

__attribute__((noinline)) int
depth(int n)
{
	return n < 2 ? n : depth(n - 1) + depth(n - 2);
}

int
main(int argc, char **argv)
{
	int total = argc > 1 ? atoi(argv[1]) : 0;

	for (int i = 0; i < 1000; i++)
		table[i] = mix(i);
	for (int i = 0; i < 10; i++)
		total += sum(table, 1000);
	return (total + depth(10)) & 0;
}
