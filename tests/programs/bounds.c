/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loops that are bound by one thing each, which the name of the function says: what is before the
 * first "_" is the bound.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define KERNEL __attribute__((noinline, noclone))

enum {
	ROUNDS = 20000,
	SMALL = 512,       /* in the first level */
	MIDDLE = 64 << 10, /* bytes, not in the first level */
	LARGE = 4 << 20,   /* bytes, not in the last one as the test has it */
	LINE = 64
};

struct node {
	struct node *next;
	char rest[LINE - sizeof(struct node *)];
};

static double numbers[SMALL];
static volatile double results[SMALL];
static unsigned char bits[ROUNDS];
static volatile uint64_t words[16];

/* --- chains of latencies ------------------------------------------------------ */

KERNEL double
latency_add(void)
{
	double sum = 0;

	for (int j = 0; j < 40; j++)
		for (int i = 0; i < SMALL; i++)
			sum += numbers[i];
	return sum;
}

KERNEL uint64_t
latency_multiply(uint64_t x)
{
	for (int i = 0; i < ROUNDS; i++)
		x *= 0x9e3779b97f4a7c15;
	return x;
}

KERNEL double
latency_horner(double x)
{
	double sum = 0;

	for (int j = 0; j < 20; j++)
		for (int i = 0; i < SMALL; i++)
			sum = sum * x + numbers[i];
	return sum;
}

KERNEL struct node *
latency_load(struct node *node)
{
	for (int i = 0; i < ROUNDS; i++)
		node = node->next;
	return node;
}

/* --- units -------------------------------------------------------------------- */

KERNEL void
divisions_divide(void)
{
	for (int j = 0; j < 20; j++)
		for (int i = 0; i < SMALL; i++)
			results[i] = 1 / numbers[i];
}

KERNEL uint32_t
divisions_integer(uint32_t by)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < ROUNDS; i++)
		sum += (i + 77777) / by;
	return sum;
}

KERNEL void
loads_words(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		(void)words[0];
		(void)words[1];
		(void)words[2];
		(void)words[3];
		(void)words[4];
		(void)words[5];
		(void)words[6];
		(void)words[7];
		(void)words[8];
		(void)words[9];
		(void)words[10];
		(void)words[11];
	}
}

KERNEL void
stores_words(uint64_t x)
{
	for (int i = 0; i < ROUNDS; i++) {
		words[0] = x;
		words[1] = x;
		words[2] = x;
		words[3] = x;
		words[4] = x;
		words[5] = x;
	}
}

/* products of other numbers each, so that none waits */
KERNEL uint64_t
units_multiply(uint64_t x)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < ROUNDS; i++) {
		sum ^= (x + i) * i;
		sum ^= (x ^ i) * (i + 1);
		sum ^= (x - i) * (i + 2);
		sum ^= (x | i) * (i + 3);
	}
	return sum;
}

/* --- the front end -------------------------------------------------------------- */

/* keeps compilers from joining additions */
#define KEEP(value) __asm__ volatile("" : "+r"(value))

/* some work for each unit, and too much for none */
KERNEL uint64_t
front_mixture(uint64_t x)
{
	uint64_t a = x, b = x, c = x, d = x;

	for (uint64_t i = 0; i < ROUNDS; i++) {
		a += x, b ^= x, c += x, d ^= x;
		KEEP(a);
		KEEP(b);
		KEEP(c);
		KEEP(d);
		(void)words[0];
		(void)words[1];
		words[8] = x;
	}
	return a + b + c + d;
}

KERNEL void
front_jumps(void)
{
	for (int i = 0; i < ROUNDS; i++)
#ifdef __aarch64__
		__asm__ volatile("b 1f\n1:\tb 2f\n2:\tb 3f\n3:\tb 4f\n4:");
#else
		__asm__ volatile(
		    "jmp 1f\n1:\tjmp 2f\n2:\tjmp 3f\n3:\tjmp 4f\n4:");
#endif
}

/* --- what the simulation counts --------------------------------------------------- */

KERNEL int
mispredictions_random(void)
{
	int n = 0;

	for (int i = 0; i < ROUNDS; i++)
		if (bits[i] & 1)
			__asm__ volatile("" : "+r"(n) : : "memory");
		else
			n++;
	return n;
}

KERNEL struct node *
L2_list(struct node *node)
{
	for (int i = 0; i < ROUNDS; i++)
		node = node->next;
	return node;
}

KERNEL struct node *
memory_list(struct node *node)
{
	for (int i = 0; i < ROUNDS; i++)
		node = node->next;
	return node;
}

KERNEL void
waits_count(unsigned *counters)
{
	for (int i = 0; i < ROUNDS; i++)
		counters[bits[i] & 1]++;
}

/* --- all of them -------------------------------------------------------------------- */

static uint32_t
next_random(uint32_t *state)
{
	return *state = *state * 1664525 + 1013904223;
}

/* Returns a list of all lines of some memory, in an order that is random. */
static struct node *
new_list(size_t size)
{
	size_t n = size / sizeof(struct node);
	struct node *nodes = aligned_alloc(LINE, n * sizeof(*nodes));
	uint32_t state = 1;

	if (nodes == NULL)
		exit(1);
	for (size_t i = 0; i < n; i++)
		nodes[i].next = &nodes[i];
	/* one ring, by Sattolo's way to shuffle */
	for (size_t i = n - 1; i > 0; i--) {
		size_t other = (next_random(&state) >> 8) % i;
		struct node *next = nodes[i].next;

		nodes[i].next = nodes[other].next;
		nodes[other].next = next;
	}
	return nodes;
}

int
main(void)
{
	struct node *lists[] = {
	    new_list(SMALL * LINE / 2), new_list(MIDDLE), new_list(LARGE)};
	unsigned counters[2] = {0, 0};
	uint32_t state = 7;
	double sum;

	for (int i = 0; i < SMALL; i++)
		numbers[i] = 1 + i;
	for (int i = 0; i < ROUNDS; i++)
		bits[i] = (unsigned char)(next_random(&state) >> 24);
	sum = latency_add() + latency_horner(0.5);
	lists[0] = latency_load(lists[0]);
	divisions_divide();
	loads_words();
	stores_words(front_mixture(latency_multiply(3)));
	front_jumps();
	lists[1] = L2_list(lists[1]);
	lists[2] = memory_list(lists[2]);
	waits_count(counters);
	printf("%g %p %p %p %u %u %llu %d\n", sum, (void *)lists[0],
	    (void *)lists[1], (void *)lists[2], counters[0],
	    divisions_integer(77), (unsigned long long)units_multiply(5),
	    mispredictions_random());
	return 0;
}
