/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: calls SCENARIO
 *
 * Calls functions in one of the ways that a recorder of calls must follow.
 * Compiled with -O2: its tail calls are jumps.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

static volatile long sink;

APART void
work(long n)
{
	while (n-- > 0)
		sink += n;
}

/* recursion */

APART long
fib(long n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

APART long odd(long n);

APART long
even(long n)
{
	work(1);
	return n == 0 ? 1 : odd(n - 1) + 2;
}

APART long
odd(long n)
{
	work(2);
	return n == 0 ? 0 : even(n - 1) + 2;
}

static void
recursion(void)
{
	for (int i = 0; i < 3; i++)
		sink += fib(8) + even(20);
}

/* callbacks */

static int
compare(const void *a, const void *b)
{
	work(1);
	return *(const int *)a - *(const int *)b;
}

static void
callbacks(void)
{
	int numbers[100];

	for (int i = 0; i < 100; i++)
		numbers[i] = i * 7919 % 101;
	qsort(numbers, 100, sizeof(numbers[0]), compare);
	sink += numbers[50];
}

/* tail calls */

APART long
last(long n)
{
	work(n);
	sink += 1;
	return n;
}

APART long
middle(long n)
{
	sink += n;
	return last(n + 1);
}

APART long state_b(long n);

APART long
state_a(long n)
{
	sink += 1;
	return n == 0 ? 0 : state_b(n - 1);
}

APART long
state_b(long n)
{
	sink += 2;
	return n == 0 ? 1 : state_a(n - 1);
}

static void
tails(void)
{
	long (*volatile through)(long) = middle;

	for (int i = 0; i < 10; i++)
		sink += middle(i) + through(i);
	sink += state_a(100000);
}

/*
 * conditional jumps to other functions, which compilers make of some tail calls: if
 * a condition is true, if its opposite is, and past the end of a function.  Some
 * processors call and return under a condition, too.
 */

#if defined(__x86_64__)
#define NUMBER "%edi"
#elif defined(__i386__)
#define NUMBER "4(%esp)"
#endif
#define FUNCTION(name, ...)                                                  \
	__asm__(".text\n.globl " #name "\n.type " #name ",%function\n" #name \
		":\n" __VA_ARGS__ "\n.size " #name ",.-" #name);             \
	long name(long n)

#if defined(__x86_64__) || defined(__i386__)
FUNCTION(if_even, "testl $1," NUMBER "\njz even_end\nret");
FUNCTION(even_end, "ret");
FUNCTION(if_odd, "testl $1," NUMBER "\njnz odd_end\nret");
FUNCTION(odd_end, "ret");
FUNCTION(runs_on, "movl " NUMBER ",%ecx\n0: decl %ecx\njnz 0b");
FUNCTION(run_into, "ret");
#elif defined(__aarch64__)
FUNCTION(if_even, "tbz x0,#0,even_end\nret");
FUNCTION(even_end, "ret");
FUNCTION(if_odd, "tst x0,#1\nb.ne odd_end\nret");
FUNCTION(odd_end, "ret");
FUNCTION(runs_on, "nop\n0: subs x0,x0,#1\nb.ne 0b");
FUNCTION(run_into, "ret");
#elif defined(__powerpc64__)
FUNCTION(if_even, "mflr 5\nandi. 4,3,1\nbeql even_end\nmtlr 5\nblr");
FUNCTION(even_end, "cmpdi 3,0\nbeqlr\nblr");
FUNCTION(if_odd, "andi. 4,3,1\nbne odd_end\nblr");
FUNCTION(odd_end, "blr");
FUNCTION(runs_on, "mtctr 3\n0: bdnz 0b");
FUNCTION(run_into, "blr");
#elif defined(__s390x__)
FUNCTION(if_even, "tmll %r2,1\njz even_end\nbr %r14");
FUNCTION(even_end, "tmll %r2,2\nber %r14\nbr %r14");
FUNCTION(if_odd, "tmll %r2,1\njnz odd_end\nbr %r14");
FUNCTION(odd_end, "br %r14");
FUNCTION(runs_on, "nopr\n0: brctg %r2,0b");
FUNCTION(run_into, "br %r14");
#endif

static void
conditions(void)
{
	for (long i = 1; i <= 10; i++) {
		if_even(i);
		if_odd(i);
		runs_on(i);
	}
}

/* jumps out of calls */

static jmp_buf back;

APART void
dive(long n)
{
	work(1);
	if (n == 0)
		longjmp(back, 1);
	dive(n - 1);
	work(1);
}

APART void
jump_out(long depth)
{
	if (!setjmp(back))
		dive(depth);
	work(3);
}

static void
jumps(void)
{
	for (int i = 0; i < 4; i++)
		jump_out(1000);
}

/* signals */

static sigjmp_buf after;

static void
returns(int number)
{
	fib(3);
	work(number);
	sink++; /* no tail call: Callgrind's would end after the handler */
}

static void
leaps(int number)
{
	work(number);
	siglongjmp(after, 1);
}

APART void
interrupted(int number)
{
	work(5);
	if (!sigsetjmp(after, 1))
		raise(number);
	work(7);
}

static void
signals(void)
{
	stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
	struct sigaction action = {.sa_handler = returns};

	sigaltstack(&stack, NULL);
	sigaction(SIGUSR1, &action, NULL);
	action.sa_handler = leaps;
	sigaction(SIGUSR2, &action, NULL);
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = returns;
	sigaction(SIGALRM, &action, NULL);
	for (int i = 0; i < 5; i++) {
		interrupted(SIGUSR1);
		interrupted(SIGUSR2);
		interrupted(SIGHUP);
		interrupted(SIGALRM);
	}
}

/* threads */

static void *
run(void *rounds)
{
	for (long i = 0; i < (long)(intptr_t)rounds; i++)
		sink += fib(5);
	return NULL;
}

static void
threads(void)
{
	pthread_t all[4];

	for (long i = 0; i < 4; i++)
		pthread_create(&all[i], NULL, run, (void *)(intptr_t)(10 * i));
	fib(6);
	for (int i = 0; i < 4; i++)
		pthread_join(all[i], NULL);
}

/* stacks that are exchanged */

static ucontext_t here, there;

APART void
weave(long n)
{
	work(n);
	swapcontext(&there, &here);
	work(n);
}

static void
other(void)
{
	for (long i = 1;; i++)
		weave(i);
}

static void
stacks(void)
{
	getcontext(&there);
	there.uc_stack.ss_sp = malloc(65536);
	there.uc_stack.ss_size = 65536;
	makecontext(&there, other, 0);
	for (int i = 0; i < 10; i++) {
		work(2);
		swapcontext(&here, &there);
	}
}

/* processes */

APART void
in_both(long n)
{
	pid_t child = fork();

	work(n);
	if (child == 0) {
		fib(4);
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

static void
forks(void)
{
	in_both(100);
	in_both(200);
}

/* ends with open calls */

APART void
deep(long n)
{
	work(1);
	if (n > 0)
		deep(n - 1);
	else
		abort();
	work(1);
}

static void
aborts(void)
{
	deep(50);
}

static void
faults(void)
{
	work(10);
	*(volatile int *)8 = 1;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} scenarios[] = {
	    {"recursion", recursion},
	    {"callbacks", callbacks},
	    {"tails", tails},
	    {"conditions", conditions},
	    {"jumps", jumps},
	    {"signals", signals},
	    {"threads", threads},
	    {"stacks", stacks},
	    {"forks", forks},
	    {"aborts", aborts},
	    {"faults", faults},
	};

	for (int i = 0; i < 11 && argc > 1; i++)
		if (strcmp(argv[1], scenarios[i].name) == 0)
			scenarios[i].function();
	return 0;
}
