/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions for --toggle-collect: left by a return, a longjmp or a tail call,
 * called recursively, interrupted by signal handlers on the same stack and on
 * another one, and called in another thread.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#define APART __attribute__((noinline, noclone))

static volatile long sink;
static sigjmp_buf before_signal;
static jmp_buf before_jump;

APART static void
burn(int n)
{
	for (int i = 0; i < n; i++)
		sink += i;
}

static void
handler(int number)
{
	burn(77);
	if (number == SIGUSR2)
		siglongjmp(before_signal, 1);
}

APART static void
interrupted(int n, int number)
{
	burn(n);
	if (number != 0)
		raise(number);
	burn(n);
}

APART static void
jump(int n)
{
	burn(n);
	longjmp(before_jump, 1);
}

APART static void
jumped_out_of(int n)
{
	burn(n);
	jump(n);
}

APART static int
recursive(int n)
{
	burn(3);
	return n <= 0 ? 0 : 1 + recursive(n - 1);
}

APART static void
tail(int n)
{
	burn(n);
}

APART static void
calls_tail(int n)
{
	burn(n);
	tail(n + 1);
}

static void *
thread(void *unused)
{
	burn(1000);
	interrupted(10, 0);
	return unused;
}

static void
install_handlers(void)
{
	stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
	struct sigaction action = {.sa_handler = handler};

	sigaltstack(&stack, NULL);
	sigaction(SIGUSR1, &action, NULL);
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGUSR2, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

static void
one_round(void)
{
	interrupted(100, 0);
	interrupted(20, SIGUSR1);
	interrupted(20, SIGHUP);
	if (sigsetjmp(before_signal, 1) == 0)
		interrupted(30, SIGUSR2);
	burn(5);
	if (setjmp(before_jump) == 0)
		jumped_out_of(40);
	calls_tail(7);
	recursive(6);
}

int
main(void)
{
	pthread_t other;

	install_handlers();
	for (int i = 0; i < 3; i++)
		one_round();
	pthread_create(&other, NULL, thread, NULL);
	pthread_join(other, NULL);
	interrupted(3, 0);
	return 0;
}
