/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: growing [fork]
 *
 * A function with 24 branches, each of which runs for the first time after the function has run
 * in many contexts.  Before each new one, step() is called; with `fork`, a child ends there.
 */
#include <sys/wait.h>

#include <unistd.h>

static volatile unsigned sink;

#define BRANCH(n)                      \
	case n:                        \
		if (i % (n + 3) == 0)  \
			sum += n;      \
		if (sum % (n + 5) < 2) \
			sum ^= i;      \
		break;
#define SIX(n)    \
	BRANCH(n) \
	BRANCH(n + 1) BRANCH(n + 2) BRANCH(n + 3) BRANCH(n + 4) BRANCH(n + 5)

__attribute__((noinline)) static unsigned
work(unsigned mode)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < 40; i++)
		switch (mode) {
			SIX(0)
			SIX(6)
			SIX(12)
			SIX(18)
		}
	return sum;
}

__attribute__((noinline)) static void
descend(unsigned depth, unsigned mode)
{
	if (depth > 0)
		descend(depth - 1, mode);
	sink += work(mode);
}

__attribute__((noinline)) static void
step(int is_forked)
{
	sink++;
	if (is_forked && fork() == 0)
		_exit(0);
	if (is_forked)
		wait(NULL);
}

int
main(int argc, char **argv)
{
	(void)argv;
	for (unsigned mode = 0; mode < 24; mode++) {
		step(argc > 1);
		descend(mode % 7, mode);
	}
	return 0;
}
