/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: stacks [threads]
 *
 * Functions that are reached on several stacks: from two lines, through
 * recursion, by a callback, after a longjmp, in a signal handler and, if wanted,
 * in a thread.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static volatile unsigned sink;
static jmp_buf out;

__attribute__((noinline, noclone)) static void
h(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sink += i;
}

__attribute__((noinline, noclone)) static void
f(unsigned n)
{
	h(n);
	sink++;
}

__attribute__((noinline, noclone)) static void
g(unsigned n)
{
	h(2 * n);
	sink++;
}

__attribute__((noinline, noclone)) static void pong(unsigned n);

__attribute__((noinline, noclone)) static void
ping(unsigned n)
{
	h(n);
	if (n > 0)
		pong(n - 1);
	sink++;
}

__attribute__((noinline, noclone)) static void
pong(unsigned n)
{
	h(n);
	if (n > 0)
		ping(n - 1);
	sink++;
}

__attribute__((noinline, noclone)) static void
apply(void (*function)(unsigned), unsigned n)
{
	function(n);
	sink++;
}

__attribute__((noinline, noclone)) static void
leave(unsigned n)
{
	h(n);
	longjmp(out, 1);
}

__attribute__((noinline, noclone)) static void
jumps(void)
{
	if (setjmp(out) == 0)
		apply(leave, 3);
	h(4);
}

static void
handle(int number)
{
	f((unsigned)number);
	sink++;
}

static void *
run(void *arg)
{
	g(5);
	return arg;
}

static void
run_thread(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL) == 0)
		pthread_join(thread, NULL);
}

int
main(int argc, char **argv)
{
	(void)argv;
	f(10);
	f(20);
	g(30);
	ping(9);
	apply(f, 6);
	apply(g, 7);
	jumps();
	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	if (argc > 1)
		run_thread();
	h(1);
	return EXIT_SUCCESS;
}
