/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: windows SCENARIO
 *        windows turns|signals-below DEPTH TIMES
 *
 * Starts and stops counting anywhere in its calls: in a recursion, in a callee, in
 * siblings, in handlers, in threads.  Or two threads take turns, or signals arrive, below
 * DEPTH open calls.
 */
#include <cg-tools/cachegrind.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define START CACHEGRIND_START_INSTRUMENTATION
#define STOP CACHEGRIND_STOP_INSTRUMENTATION
#define APART __attribute__((noinline, noclone))

static volatile long sink;

APART static void
burn(long n)
{
	while (n-- > 0)
		sink += n;
}

APART static void
left(void)
{
	START;
	burn(50);
	STOP;
	sink++;
}

APART static void
right(void)
{
	START;
	burn(70);
	STOP;
	sink++;
}

static void
siblings(void)
{
	for (int i = 0; i < 100; i++) {
		left();
		right();
	}
}

APART static void
opens(void)
{
	START;
	burn(50);
}

APART static void
closes(void)
{
	burn(50);
	STOP;
	burn(5);
	sink++;
}

static void
across(void)
{
	for (int i = 0; i < 100; i++) {
		opens();
		burn(3);
		closes();
	}
}

APART static void
recurse(int n)
{
	burn(10);
	if (n > 0)
		recurse(n - 1);
	else
		START;
	burn(30);
	sink++;
}

static void
recursion(void)
{
	recurse(500);
	STOP;
}

/* Starts halfway down, and recurses again from the callers that come back. */
APART static void
again(int n, int depth)
{
	if (n == depth / 2)
		START;
	burn(7);
	if (n > 0)
		again(n - 1, depth);
	burn(30);
	if (n == depth / 3)
		again(2, 100);
	sink++;
}

static void
twice(void)
{
	again(60, 60);
	again(20, 90);
	STOP;
}

static void odd(int n);

APART static void
even(int n)
{
	burn(3);
	if (n > 0)
		odd(n - 1);
	else
		START;
	burn(4);
	sink++;
}

APART static void
odd(int n)
{
	burn(5);
	if (n > 0)
		even(n - 1);
	else
		START;
	burn(6);
	sink++;
}

static void
mutual(void)
{
	even(200);
	odd(100);
	STOP;
	even(31);
	STOP;
}

APART static void
stop_below(int n)
{
	burn(9);
	if (n > 0)
		stop_below(n - 1);
	else
		STOP;
	burn(9);
	sink++;
}

static void
callee(void)
{
	for (int i = 0; i < 10; i++) {
		START;
		burn(2);
		stop_below(20);
		burn(4);
	}
}

static void
handles(int number)
{
	burn(number);
}

static void
stops(int number)
{
	burn(number);
	STOP;
	burn(number);
}

static void
starts(int number)
{
	burn(number);
	START;
	burn(number);
}

APART static void
raises(int number)
{
	burn(4);
	raise(number);
	burn(6);
	sink++;
}

static void
handlers(void)
{
	signal(SIGHUP, handles);
	signal(SIGUSR1, stops);
	signal(SIGUSR2, starts);
	for (int i = 0; i < 20; i++) {
		raises(SIGUSR2);
		raises(SIGHUP);
		raises(SIGUSR1);
		raises(SIGHUP);
	}
	for (int i = 0; i < 20; i++) {
		START;
		raises(SIGHUP);
		raises(SIGUSR1);
		raises(SIGUSR1);
		raises(SIGUSR2);
		raises(SIGUSR2);
		STOP;
	}
}

static sigjmp_buf back;

static void
stops_and_starts(int number)
{
	STOP;
	burn(number);
	START;
	burn(number);
	siglongjmp(back, 1);
}

static void
stops_and_leaves(int number)
{
	burn(number);
	STOP;
	siglongjmp(back, 1);
}

static void
starts_and_leaves(int number)
{
	burn(number);
	START;
	siglongjmp(back, 1);
}

APART static void
dives(int n, int number)
{
	burn(2);
	if (n > 0)
		dives(n - 1, number);
	else
		raises(number);
	sink++;
}

APART static void
lands(int number)
{
	if (!sigsetjmp(back, 1))
		dives(10, number);
	burn(7);
	sink++;
}

static void
jumps(void)
{
	signal(SIGHUP, starts_and_leaves);
	signal(SIGUSR1, stops_and_starts);
	signal(SIGUSR2, stops_and_leaves);
	for (int i = 0; i < 10; i++) {
		START;
		lands(SIGUSR1);
		lands(SIGUSR1);
		lands(SIGUSR2);
		lands(SIGHUP);
		lands(SIGHUP);
		STOP;
		lands(SIGHUP);
		lands(SIGUSR1);
		lands(SIGUSR2);
		lands(SIGUSR1);
		STOP;
	}
}

static sem_t turns[2];
static int ndeep, ntimes;
static void (*below)(int me);

APART static void
hands_over(int me)
{
	sem_wait(&turns[me]);
	burn(8);
	if (me)
		STOP;
	else
		START;
	burn(8);
	sem_post(&turns[!me]);
}

static void
hands_over_often(int me)
{
	for (int i = 0; i < ntimes; i++)
		hands_over(me);
}

static void
takes_turns(int me)
{
	for (int i = 0; i < ntimes; i++) {
		sem_wait(&turns[me]);
		sem_post(&turns[!me]);
	}
}

static void
is_interrupted(int me)
{
	for (int i = 0; me == 0 && i < ntimes; i++)
		raise(SIGHUP);
}

APART static void
nests(int n, int me)
{
	if (n > 0)
		nests(n - 1, me);
	else
		below(me);
	sink++;
}

static void *
thread(void *me)
{
	nests(ndeep, me != NULL);
	return NULL;
}

static void
run_threads(void)
{
	pthread_attr_t attributes;
	pthread_t threads[2];

	sem_init(&turns[0], 0, 1);
	sem_init(&turns[1], 0, 0);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 64 << 20);
	for (int i = 0; i < 2; i++)
		pthread_create(
		    &threads[i], &attributes, thread, i ? turns : NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

static void
threads(void)
{
	ndeep = 30;
	ntimes = 50;
	below = hands_over_often;
	START;
	run_threads();
	STOP;
}

static void
deep(const char *scenario)
{
	signal(SIGHUP, handles);
	below = strcmp(scenario, "turns") == 0 ? takes_turns : is_interrupted;
	run_threads();
}

static const struct {
	const char *name;
	void (*run)(void);
} scenarios[] = {
    {"siblings", siblings},
    {"across", across},
    {"recursion", recursion},
    {"twice", twice},
    {"mutual", mutual},
    {"callee", callee},
    {"handlers", handlers},
    {"jumps", jumps},
    {"threads", threads},
};

int
main(int argc, char **argv)
{
	if (argc == 4) {
		ndeep = atoi(argv[2]);
		ntimes = atoi(argv[3]);
		deep(argv[1]);
		return 0;
	}
	for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
		if (argc == 2 && strcmp(argv[1], scenarios[i].name) == 0)
			scenarios[i].run();
	burn(3);
	return 0;
}
