// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reads at random places of 1 MiB, for which a core waits more or less: ways down a tree that
 * overlap or wait for each other, branches that nobody can predict, and branches that are one with
 * the comparison before them or not.
 */
#include <stdint.h>

enum { LONGS = 1 << 17, SEARCHES = 1000, READS = 10000 };

static uint64_t longs[LONGS] __attribute__((aligned(4096)));
static uint64_t state = 88172645463325252;

static inline uint64_t
next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state >> 11;
}

/* all of 17 rounds, so that their end is predicted */
#define SEARCH(key)                                                        \
	uint64_t found = 0;                                                \
	for (int i = 0; i < SEARCHES; i++) {                               \
		uint64_t wanted = (key);                                   \
		found = 1;                                                 \
		for (; found < LONGS; wanted >>= 1)                        \
			found = 2 * found + ((longs[found] ^ wanted) & 1); \
	}                                                                  \
	return found;

__attribute__((noinline)) static uint64_t
search_apart(void)
{
	SEARCH(next_random())
}

__attribute__((noinline)) static uint64_t
search_in_turn(void)
{
	SEARCH(next_random() ^ found)
}

__attribute__((noinline)) static uint64_t
choose(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < READS; i++) {
		uint64_t number = next_random();

		if ((number & 1) != 0)
			__asm__ volatile("nop");
		sum += longs[number >> 1 & (LONGS - 1)];
	}
	return sum;
}

#if defined(__x86_64__)
#define COMPARE "cmp $-1, %0\n\t"
#define BRANCH "je 1f\n1:\t"
#else
#define COMPARE "cmp %0, #1\n\t"
#define BRANCH "b.eq 1f\n1:\t"
#endif
#define AND_NOTHING "nop\n\t"

#define READ_WITH(text)                                               \
	uint64_t sum = 0;                                             \
	for (int i = 0; i < READS; i++) {                             \
		uint64_t number = next_random() & (LONGS - 1);        \
		__asm__ volatile(                                     \
		    text text text text text text text text text text \
		    :                                                 \
		    : "r"(number)                                     \
		    : "cc");                                          \
		sum += longs[number];                                 \
	}                                                             \
	return sum;

__attribute__((noinline)) static uint64_t
read_with_pairs(void)
{
	READ_WITH(COMPARE BRANCH AND_NOTHING)
}

__attribute__((noinline)) static uint64_t
read_without_pairs(void)
{
	READ_WITH(COMPARE AND_NOTHING BRANCH)
}

int
main(void)
{
	for (int i = 0; i < LONGS; i++)
		longs[i] = next_random();
	return search_apart() + search_in_turn() + choose() +
		   read_with_pairs() + read_without_pairs() ==
	       1;
}
