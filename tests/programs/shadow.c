/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: shadow CALLS DEPTH [cut]
 *
 * Eight functions that call each other, each from three lines, and sometimes leave by
 * longjmp; in an order that looks random and is always the same.  Counts the calls by
 * stack itself, and prints them as "CALLS f'caller'main".  With "cut", a function that is
 * on the stack already is counted there.
 */
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef void function(int depth);

/* a stack */
struct node {
	const char *name;
	struct node *caller;
	unsigned long calls;
};

static struct node nodes[100000] = {{.name = "main"}};
static size_t nnodes = 1;
static struct node *running = nodes;
static unsigned state = 1;
static bool cuts;
static jmp_buf out;

#define UNSEEN __attribute__((always_inline)) static inline

UNSEEN unsigned
next(void)
{
	state = state * 1664525u + 1013904223u;
	return state >> 24;
}

/* Returns the node of a call of the function from the running one. */
UNSEEN struct node *
called(const char *name)
{
	for (struct node *node = running; cuts && node; node = node->caller)
		if (node->name == name)
			return node;
	for (size_t i = 0; i < nnodes; i++)
		if (nodes[i].caller == running && nodes[i].name == name)
			return &nodes[i];
	if (nnodes == sizeof nodes / sizeof nodes[0])
		exit(EXIT_FAILURE);
	nodes[nnodes] = (struct node){.name = name, .caller = running};
	return &nodes[nnodes++];
}

static function *const functions[8];

#define DEFINE(i)                                                      \
	static const char name##i[] = "f" #i;                          \
	__attribute__((noinline, noclone)) static void f##i(int depth) \
	{                                                              \
		struct node *caller = running;                         \
		running = called(name##i);                             \
		running->calls++;                                      \
		if (depth > 0)                                         \
			functions[next() % 8](depth - 1);              \
		if (depth > 0 && next() % 2 == 0)                      \
			functions[(i + 1) % 8](depth - 1);             \
		if (depth > 0 && next() % 3 == 0)                      \
			f##i(depth - 1);                               \
		if (next() % 61 == 0)                                  \
			longjmp(out, 1);                               \
		running = caller;                                      \
	}

DEFINE(0)
DEFINE(1)
DEFINE(2)
DEFINE(3)
DEFINE(4)
DEFINE(5)
DEFINE(6)
DEFINE(7)

static function *const functions[8] = {f0, f1, f2, f3, f4, f5, f6, f7};

int
main(int argc, char **argv)
{
	if (argc < 3)
		return EXIT_FAILURE;
	cuts = argc > 3;
	for (volatile int i = 0; i < atoi(argv[1]); i++) {
		running = nodes;
		if (setjmp(out) == 0)
			functions[next() % 8](atoi(argv[2]));
	}
	for (size_t i = 1; i < nnodes; i++) {
		printf("%lu ", nodes[i].calls);
		for (struct node *node = &nodes[i]; node; node = node->caller)
			printf("%s%s", node->name, node->caller ? "'" : "\n");
	}
	return 0;
}
