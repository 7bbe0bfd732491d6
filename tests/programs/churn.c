/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: churn THREADS CALLS
 *
 * 8 functions that call each other in an order that looks random.  Threads make the calls in
 * turn, each of them in the middle of a stack of its own.  Some calls end with a jump out of
 * many functions, or are interrupted by a signal that makes other calls; some are tail calls.
 */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#define MOST 1000

typedef void function(int depth);

static unsigned state = 1;
static volatile unsigned sink;
static int nthreads, ncalls;
static sem_t turns[MOST];
static int running;
static int has_ended[MOST];
static jmp_buf back[MOST];
static int is_signal;

static unsigned
next(void)
{
	state = state * 1664525u + 1013904223u;
	return state >> 20;
}

static function *const functions[8];

static void
interrupt(int depth)
{
	unsigned n = next() % 128;

	if (is_signal)
		return;
	if (n == 0)
		longjmp(back[running], 1);
	if (n == 1) {
		is_signal = 1;
		raise(SIGUSR1);
		is_signal = 0;
	}
	sink += depth;
}

#define DEFINE(n)                                                      \
	__attribute__((noinline, noclone)) static void f##n(int depth) \
	{                                                              \
		sink += n;                                             \
		if (depth <= 0) {                                      \
			interrupt(depth);                              \
			return;                                        \
		}                                                      \
		if (next() % 2 == 0)                                   \
			functions[next() % 8](depth - 1);              \
		functions[next() % 8](depth - 1 - (int)(next() % 3));  \
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

static void
handle(int signal)
{
	functions[next() % 8](signal % 5);
}

/* Returns the next thread that has not ended, or this one. */
static int
after(int thread)
{
	do
		thread = (thread + 1) % nthreads;
	while (has_ended[thread] && thread != running);
	return thread;
}

static void
take_turns(int thread)
{
	running = after(thread);
	if (running == thread)
		return;
	sem_post(&turns[running]);
	sem_wait(&turns[thread]);
}

/* All that is the same in each run, however threads take turns. */
__attribute__((noinline, noclone)) static void
walk(void)
{
	functions[next() % 8](6);
	sink++;
}

static void
call(int thread)
{
	for (volatile int i = 0; i < ncalls; i++) {
		if (setjmp(back[thread]) == 0)
			walk();
		if (i % 4 == 0)
			take_turns(thread);
	}
}

#define HOLD(n, other)                                          \
	__attribute__((noinline, noclone)) static void hold##n( \
	    int thread, int depth)                              \
	{                                                       \
		if (depth == 0)                                 \
			call(thread);                           \
		else if ((thread >> (depth % 10)) % 2)          \
			hold##other(thread, depth - 1);         \
		else                                            \
			hold##n(thread, depth - 1);             \
		sink++;                                         \
	}

static void hold1(int thread, int depth);
HOLD(0, 1)
HOLD(1, 0)

static void *
work(void *number)
{
	int thread = (int)(long)number;

	sem_wait(&turns[thread]);
	hold0(thread, 10);
	has_ended[thread] = 1;
	running = after(thread);
	sem_post(&turns[running]);
	return NULL;
}

int
main(int argc, char **argv)
{
	static pthread_t threads[MOST];

	nthreads = argc > 1 ? atoi(argv[1]) : 1;
	ncalls = argc > 2 ? atoi(argv[2]) : 1;
	if (nthreads < 1 || nthreads > MOST)
		return 2;
	signal(SIGUSR1, handle);
	for (int i = 0; i < nthreads; i++) {
		sem_init(&turns[i], 0, 0);
		pthread_create(&threads[i], NULL, work, (void *)(long)i);
	}
	sem_post(&turns[0]);
	for (int i = 0; i < nthreads; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
