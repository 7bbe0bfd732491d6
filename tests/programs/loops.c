/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loops of known trip counts.  Prints a line for each: "name entered rounds", and the same for code
 * that is not optimised, where a round begins with the test of a condition.  A dot behind the name
 * is an inner loop.
 */
#include <stdio.h>

#define WORK __attribute__((noinline)) static

/* keeps compilers from merging, unrolling and vectorising rounds */
#define KEEP(value) __asm__ volatile("" : "+r"(value) : : "memory")

static volatile int hundred = 100, ten = 10, thousand = 1000, four = 4;

WORK int
nested(int n, int m)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		KEEP(i);
		for (int j = 0; j < m; j++)
			KEEP(sum);
	}
	return sum;
}

/* ends in its body, in round `at` */
WORK int
breaks(int n, int at)
{
	int i = 0;

	while (i < n) {
		i++;
		KEEP(i);
		if (i == at)
			break;
		KEEP(i);
	}
	return i;
}

WORK int
continues(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		KEEP(i);
		if (i % 3 == 0)
			continue;
		KEEP(sum);
		if (i % 5 == 0)
			continue;
		sum += i;
		KEEP(sum);
	}
	return sum;
}

/* has two jumps back to one head */
WORK int
twice(int n)
{
	int i = 0, odd = 0;

again:
	i++;
	KEEP(i);
	if (i % 2 == 1) {
		odd++;
		KEEP(odd);
		goto again;
	}
	KEEP(odd);
	if (i < n)
		goto again;
	return odd;
}

/* has two entries: the first round begins in the middle if `late` */
WORK int
irreducible(int n, int late)
{
	int i = 0, first = 0;

	if (late)
		goto middle;
first:
	first++;
	KEEP(first);
middle:
	i++;
	KEEP(i);
	if (i < n)
		goto first;
	return first;
}

/* an interpreter: halves 6 times, then ends */
WORK int
computed(int n)
{
	static const unsigned char program[] = {0, 1, 0, 1, 0, 1, 2};
	void *const code[] = {&&add, &&half, &&end};
	int at = 0;

	for (;;) {
		KEEP(at);
		goto *code[program[at++]];
	add:
		n++;
		KEEP(n);
		continue;
	half:
		n /= 2;
		KEEP(n);
		continue;
	end:
		return n;
	}
}

/* a tree of `depth` levels, each with three children */
WORK int
recursion(int depth)
{
	int sum = 1;

	for (int i = 0; i < 3 && depth > 0; i++) {
		KEEP(i);
		sum += recursion(depth - 1);
	}
	return sum;
}

WORK int
switches(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		KEEP(i);
		switch (i % 8) {
		case 0:
			sum += 3;
			break;
		case 1:
			sum ^= 5;
			break;
		case 2:
			KEEP(sum);
			break;
		case 3:
			sum *= 7;
			break;
		case 4:
			sum -= 1;
			break;
		default:
			sum |= 1;
		}
		KEEP(sum);
	}
	return sum;
}

static inline __attribute__((always_inline)) int
inlined(int n)
{
	int sum = 0;

	do {
		KEEP(sum);
	} while (--n > 0);
	return sum;
}

WORK int
caller(int n)
{
	return inlined(n);
}

WORK int
other_caller(int n)
{
	return inlined(n) + inlined(n);
}

WORK int
callee(int n)
{
	KEEP(n);
	return n + 1;
}

WORK int
calls(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum = callee(sum);
	return sum;
}

int
main(void)
{
	int n = 0;

	n += nested(hundred, ten);
	n += breaks(thousand, hundred + 1);
	n += continues(thousand);
	n += twice(thousand);
	n += irreducible(hundred, 0) + irreducible(hundred, 1);
	n += computed(hundred);
	n += recursion(four);
	n += switches(thousand);
	n += caller(hundred) + other_caller(ten);
	n += calls(thousand);
	puts("nested 1 100 1 101\nnested. 100 1000 100 1100\n"
	     "breaks 1 101 1 101\ncontinues 1 1000 1 1001\n"
	     "twice 1 1000 1 1000\nirreducible 2 399 2 399\n"
	     "recursion 40 120 121 241\nswitches 1 1000 1 1001\n"
	     "inlined 3 120 3 120\ncalls 1 1000 1 1001");
	return n == 1;
}
