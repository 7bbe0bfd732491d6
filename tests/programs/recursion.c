/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recursive functions whose inclusive costs follow from their own costs: each
 * group is called only by main and calls no function outside of it.
 */
#include <stdlib.h>

static volatile unsigned int sink;

/* a function that calls itself */
__attribute__((noinline)) static unsigned int
fibonacci(unsigned int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__attribute__((noinline)) static unsigned int
leaf(unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		sink += i;
	return sink;
}

__attribute__((noinline)) static unsigned int odd(unsigned int n);

/* a cycle of two; main calls only the first */
__attribute__((noinline)) static unsigned int
even(unsigned int n)
{
	return n == 0 ? leaf(5) : odd(n - 1) + leaf(n);
}

__attribute__((noinline)) static unsigned int
odd(unsigned int n)
{
	return n == 0 ? leaf(7) : even(n - 1) + 1;
}

int
main(void)
{
	sink = fibonacci(12);
	sink += even(30);
	return sink == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
