/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: workers SCENARIO
 *
 * Starts threads that call functions, begin and end in all ways.
 */
#include <cg-tools/cachegrind.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

static volatile long sink;

APART static void
work(long n)
{
	while (n-- > 0)
		sink += n;
}

APART static long
fib(long n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static pthread_t
start(void *(*function)(void *), long n)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, function, (void *)(intptr_t)n) != 0)
		abort();
	return thread;
}

static void
run(void *(*function)(void *), long n)
{
	pthread_join(start(function, n), NULL);
}

/* one after the other */

static void *
in_first(void *n)
{
	work((intptr_t)n);
	return NULL;
}

static void *
in_second(void *n)
{
	work((intptr_t)n);
	sink += fib(5);
	return NULL;
}

static void
apart(void)
{
	run(in_first, 100);
	run(in_second, 200);
	work(300);
}

/* many at the same time, then many in their places */

enum { ALIVE = 120, IN_TURN = 150 };

static pthread_barrier_t all_run;

static void *
with_all(void *n)
{
	pthread_barrier_wait(&all_run);
	work((intptr_t)n);
	sink += fib(6);
	return NULL;
}

static void
many(void)
{
	pthread_t threads[ALIVE];

	pthread_barrier_init(&all_run, NULL, ALIVE);
	for (long i = 0; i < ALIVE; i++)
		threads[i] = start(with_all, i);
	for (long i = 0; i < ALIVE; i++)
		pthread_join(threads[i], NULL);
	for (long i = 0; i < IN_TURN; i++)
		run(in_second, i);
}

/* two that exchange the processor after every few calls */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static long turn;

APART static void
take_turn(long mine)
{
	pthread_mutex_lock(&lock);
	while (turn % 2 != mine)
		pthread_cond_wait(&turned, &lock);
	turn++;
	pthread_cond_signal(&turned);
	pthread_mutex_unlock(&lock);
}

APART static void
nest(long mine, long depth)
{
	take_turn(mine);
	work(depth);
	if (depth > 0)
		nest(mine, depth - 1);
	take_turn(mine);
}

static void *
alternate(void *mine)
{
	nest((intptr_t)mine, 50);
	return NULL;
}

static void
turns(void)
{
	pthread_t even = start(alternate, 0), odd = start(alternate, 1);

	pthread_join(even, NULL);
	pthread_join(odd, NULL);
}

/* ends in the middle of calls */

APART static void
exit_below(long depth)
{
	work(10);
	if (depth == 0)
		pthread_exit(NULL);
	exit_below(depth - 1);
	work(10);
}

static void *
exits(void *depth)
{
	exit_below((intptr_t)depth);
	return NULL;
}

APART static void
wait_forever(void)
{
	work(20);
	for (;;)
		pause();
}

static void *
waits(void *unused)
{
	wait_forever();
	return unused;
}

APART static void
exit_all(void)
{
	work(30);
	exit(0);
}

static void *
exits_all(void *unused)
{
	exit_all();
	return unused;
}

static void
ends(void)
{
	pthread_t waiting;

	run(exits, 5);
	waiting = start(waits, 0);
	pthread_cancel(waiting);
	pthread_join(waiting, NULL);
	start(waits, 0);
	run(exits_all, 0);
}

/* signals of threads */

static void
handles(int number)
{
	work(number);
}

static void *
interrupts_itself(void *number)
{
	work(5);
	pthread_kill(pthread_self(), (int)(intptr_t)number);
	return NULL;
}

static void
signals(void)
{
	signal(SIGUSR1, handles);
	signal(SIGUSR2, handles);
	run(interrupts_itself, SIGUSR1);
	run(interrupts_itself, SIGUSR2);
}

/* processes of threads */

static void *
forks(void *unused)
{
	if (fork() == 0) {
		run(in_second, 50);
		work(40);
		_exit(0);
	}
	work(60);
	wait(NULL);
	return unused;
}

static void
processes(void)
{
	run(in_first, 10);
	run(forks, 0);
	run(in_first, 20);
}

/* counts in one thread only, while another one runs */

static void *
counts(void *n)
{
	CACHEGRIND_START_INSTRUMENTATION;
	work((intptr_t)n);
	CACHEGRIND_STOP_INSTRUMENTATION;
	return NULL;
}

static void
requests(void)
{
	work(1000);
	run(counts, 100);
	run(in_first, 100);
	run(counts, 200);
}

/* works until it is killed */

static void *
works_on(void *unused)
{
	for (;;)
		work(1000);
	return unused;
}

static void
endless(void)
{
	start(works_on, 0);
	works_on(NULL);
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} scenarios[] = {
	    {"apart", apart},
	    {"many", many},
	    {"turns", turns},
	    {"ends", ends},
	    {"signals", signals},
	    {"processes", processes},
	    {"requests", requests},
	    {"endless", endless},
	};

	for (int i = 0; i < 8 && argc > 1; i++)
		if (strcmp(argv[1], scenarios[i].name) == 0)
			scenarios[i].function();
	return 0;
}
