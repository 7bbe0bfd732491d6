// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reads of what was just written, ROUNDS of each kind, and one that is of another function:
 * a counter after the other, or the same one again and again.
 */
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 10000, COUNTERS = 4096 };

static unsigned counters[COUNTERS], which[ROUNDS];
static volatile unsigned long row[ROUNDS + 1], from[ROUNDS], to[ROUNDS];
static volatile double sum;

/* Each round counts at an address that only the numbers tell. */
__attribute__((noinline)) static void
count(const unsigned *numbers)
{
	for (int i = 0; i < ROUNDS; i++)
		counters[numbers[i]]++;
}

__attribute__((noinline)) static void
count_same(void)
{
	for (int i = 0; i < ROUNDS; i++)
		which[i] = 5;
	count(which);
}

/* Two chains at once, each half as long. */
__attribute__((noinline)) static void
count_two(void)
{
	for (int i = 0; i < ROUNDS; i++)
		which[i] = 9 * (i % 2);
	count(which);
}

/* One of two rounds is in the longest chain. */
__attribute__((noinline)) static void
count_half(void)
{
	for (int i = 0; i < ROUNDS; i++)
		which[i] = i % 2 ? 7 : 100 + (unsigned)(i / 2) % 50;
	count(which);
}

/* What was written long ago is in the cache. */
__attribute__((noinline)) static void
count_far(void)
{
	for (int i = 0; i < ROUNDS; i++)
		which[i] = (unsigned)i % COUNTERS;
	count(which);
}

/* Each round needs what the one before wrote. */
__attribute__((noinline)) static void
pass_on(void)
{
	for (int i = 0; i < ROUNDS; i++)
		row[i + 1] = row[i] + 3;
}

/* It is read at once, but what is written depends on nothing. */
__attribute__((noinline)) static unsigned long
read_back(void)
{
	unsigned long all = 0;

	for (int i = 0; i < ROUNDS; i++) {
		row[i] = (unsigned long)i;
		all ^= row[i];
	}
	return all;
}

__attribute__((noinline)) static void
copy(void)
{
	for (int i = 0; i < ROUNDS; i++)
		to[i] = from[i];
}

/* A sum in memory, always at one address, which no general register can stand for. */
__attribute__((noinline)) static void
add_real(void)
{
	for (int i = 0; i < ROUNDS; i++)
		sum = sum + 1.5;
}

/* The same, if the compiler reads the constant first. */
__attribute__((noinline)) static void
add_to_real(void)
{
#if defined(__x86_64__)
	static const double step = 1.5;

	for (int i = 0; i < ROUNDS; i++)
		__asm__ volatile(
		    "movsd %1, %%xmm1\n\taddsd %0, %%xmm1\n\tmovsd %%xmm1, %0"
		    : "+m"(sum)
		    : "m"(step)
		    : "xmm1");
#endif
}

int
main(void)
{
	count_same();
	count_two();
	count_half();
	count_far();
	pass_on();
	copy();
	add_real();
	add_to_real();
	return read_back() == 1;
}
