/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kernels that differ in how long they take, more than in how many instructions they
 * execute.  Each runs 20,000 rounds.
 */
#include <stdio.h>

#define KERNEL __attribute__((noinline, noclone))
#define KEEP(x) __asm__ volatile("" : "+r"(x))

enum { ROUNDS = 20000, SLOTS = 512 };

static unsigned next_of[SLOTS];
static double reals[SLOTS];
static unsigned char coins[ROUNDS];

KERNEL unsigned
dependent_loads(void)
{
	unsigned at = 0;

	for (int i = 0; i < ROUNDS; i++)
		at = next_of[at];
	return at;
}

KERNEL unsigned
independent(void)
{
	unsigned a = 1, b = 2;

	for (int i = 0; i < ROUNDS; i++) {
		a += 3;
		b ^= 5;
		KEEP(a);
		KEEP(b);
	}
	return a + b;
}

KERNEL unsigned
divide(unsigned by)
{
	unsigned sum = 1;

	for (int i = 0; i < ROUNDS; i++)
		sum = (sum + 1000000007u) / by;
	return sum;
}

KERNEL unsigned
multiply(unsigned by)
{
	unsigned sum = 1;

	for (int i = 0; i < ROUNDS; i++)
		sum = (sum + 1000000007u) * by;
	return sum;
}

KERNEL double
one_sum(void)
{
	double a = 0;

	for (int i = 0; i < ROUNDS; i++)
		a += reals[i % SLOTS];
	return a;
}

KERNEL double
four_sums(void)
{
	double a = 0, b = 0, c = 0, d = 0;

	for (int i = 0; i < ROUNDS; i += 4) {
		a += reals[i % SLOTS];
		b += reals[(i + 1) % SLOTS];
		c += reals[(i + 2) % SLOTS];
		d += reals[(i + 3) % SLOTS];
	}
	return a + b + c + d;
}

/* one way costs 2 rounds of division more than the other, and both are taken equally often */
KERNEL unsigned
two_ways(unsigned by)
{
	unsigned sum = 1;

	for (int i = 0; i < ROUNDS; i++) {
		if (coins[i])
			sum = (sum + 1000000007u) / by;
		else
			sum += 3;
		KEEP(sum);
	}
	return sum;
}

/* a loop of three rounds in one of many */
KERNEL unsigned
short_loops(unsigned by)
{
	unsigned sum = 1;

	for (int i = 0; i < ROUNDS / 4; i++) {
		for (int j = 0; j < 3; j++) {
			sum *= by;
			KEEP(sum);
		}
		sum += (unsigned)i;
	}
	return sum;
}

KERNEL unsigned
recursive(unsigned n)
{
	return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
}

KERNEL unsigned
caller(unsigned by)
{
	return divide(by) + multiply(by);
}

KERNEL unsigned
other_caller(unsigned by)
{
	return divide(by + 1);
}

/* what is added is loaded before the sum is there */
KERNEL unsigned
folded(void)
{
	unsigned sum = 1;

	for (unsigned i = 0; i < ROUNDS; i++)
		sum = (sum + next_of[i % SLOTS]) ^ 5;
	return sum;
}

int
main(int argc, char **argv)
{
	unsigned by = (unsigned)argc + 2, random = 1;

	(void)argv;
	for (int i = 0; i < SLOTS; i++) {
		next_of[i] = (unsigned)(i * 5 + 1) % SLOTS;
		reals[i] = i;
	}
	for (int i = 0; i < ROUNDS; i++) {
		random = random * 1103515245u + 12345;
		coins[i] = random >> 16 & 1;
	}
	printf("%u %u %u %u %f %f %u %u %u %u\n", dependent_loads(),
	    independent(), caller(by), other_caller(by), one_sum(), four_sums(),
	    two_ways(by), short_loops(by), recursive(12), folded());
	return 0;
}
