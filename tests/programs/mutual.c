/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: mutual CALLS DEPTH [CALLS...]
 *
 * 64 functions that call each other, in an order that looks random and is always
 * the same.  Further numbers of calls are made by a thread each, one after the other.
 */
#include <pthread.h>
#include <stdlib.h>

typedef void function(int depth);

static unsigned state = 1;
static volatile unsigned sink;

static unsigned
next(void)
{
	state = state * 1664525u + 1013904223u;
	return state >> 24;
}

static function *const functions[64];

#define DEFINE(tens, ones)                                            \
	__attribute__((noinline, noclone)) static void f##tens##ones( \
	    int depth)                                                \
	{                                                             \
		sink += 1##tens##ones;                                \
		if (depth > 0)                                        \
			functions[next() % 64](depth - 1);            \
		if (depth > 0 && next() % 3 == 0)                     \
			functions[next() % 64](depth - 1);            \
		sink++;                                               \
	}
#define NAME(tens, ones) f##tens##ones,
#define EIGHT(each, tens)                                                     \
	each(tens, 0) each(tens, 1) each(tens, 2) each(tens, 3) each(tens, 4) \
	    each(tens, 5) each(tens, 6) each(tens, 7)
#define ALL(each)      \
	EIGHT(each, 0) \
	EIGHT(each, 1) \
	EIGHT(each, 2) \
	EIGHT(each, 3) \
	EIGHT(each, 4) \
	EIGHT(each, 5) \
	EIGHT(each, 6) \
	EIGHT(each, 7)

ALL(DEFINE)

static function *const functions[64] = {ALL(NAME)};

static int depth;

static void *
work(void *calls)
{
	for (int i = 0; i < atoi(calls); i++)
		functions[next() % 64](depth);
	return NULL;
}

int
main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	depth = atoi(argv[2]);
	work(argv[1]);
	for (int i = 3; i < argc; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, work, argv[i]);
		pthread_join(thread, NULL);
	}
	return 0;
}
