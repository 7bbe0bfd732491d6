// SPDX-License-Identifier: BSD-2-Clause
/*
 * memory all: accesses of many kinds, from a byte to vectors, in order and not, across
 * lines and pages.
 * memory order, memory shuffled: walks a list of 16,384 nodes, one a line, twice, and reads
 * them once more in the same order by their numbers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, NODES = 16384, LONGS = 1 << 15 };

static union node {
	union node *next;
	char line[LINE];
} nodes[NODES] __attribute__((aligned(4096)));

static long table[LONGS] __attribute__((aligned(4096)));
static char text[40000];
static int order[NODES];

static unsigned
next_random(void)
{
	static unsigned long long state = 88172645463325252;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11);
}

static long
access_all(void)
{
	long sum = 0;

	for (int i = 0; i < LONGS; i += 3)
		table[i] = i;
	for (int i = 0; i < 4000; i++)
		sum += table[next_random() % LONGS]++;
	for (int i = LONGS - 1; i > 0; i -= 11)
		sum += table[i];
	for (int column = 0; column < 6; column++)
		for (int i = column; i < LONGS; i += 600)
			sum += table[i];
	for (int stride = 9; stride < 40; stride += 10)
		for (int i = 0; i < 8000; i += stride)
			table[i] = sum;
	for (int i = 0; i < 2000; i++) {
		char *byte = (char *)table + next_random() % (sizeof table - 8);
		long copy;

		memcpy(&copy, byte, sizeof copy);
		sum += copy;
	}
	memmove(text + 30, text, sizeof text - 30);
	memset(text, 1, 5000);
	return sum;
}

static void
link_nodes(int shuffled)
{
	for (int i = 0; i < NODES; i++)
		order[i] = i;
	for (int i = NODES - 1; shuffled && i > 0; i--) {
		int j = (int)(next_random() % (unsigned)i), other = order[j];

		order[j] = order[i];
		order[i] = other;
	}
	for (int i = 0; i < NODES; i++)
		nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
}

__attribute__((noinline)) static const union node *
walk(const union node *node, int steps)
{
	while (steps-- > 0)
		node = node->next;
	return node;
}

__attribute__((noinline)) static unsigned long
gather(void)
{
	unsigned long sum = 0;

	for (int i = 0; i < NODES; i++)
		sum += (unsigned long)nodes[order[i]].next;
	return sum;
}

int
main(int argc, char **argv)
{
	const char *action = argc > 1 ? argv[1] : "";

	if (strcmp(action, "all") == 0)
		return access_all() == 1;
	link_nodes(strcmp(action, "shuffled") == 0);
	return walk(nodes, 2 * NODES) == NULL || gather() == 1;
}
