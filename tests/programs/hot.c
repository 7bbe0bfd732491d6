/* SPDX-License-Identifier: BSD-2-Clause */
/* usage: hot N.  Counts only a loop of two instructions, executed N times. */
#include <stdlib.h>

#include <cg-tools/cachegrind.h>

static volatile int sink;

static void
other_work(void)
{
	for (int i = 0; i < 1000; i++)
		sink = sink + i;
}

__attribute__((noinline)) static void
hot(long rounds)
{
#if defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(rounds)
			 :
			 : "cc");
#elif defined(__x86_64__) || defined(__i386__)
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
#endif
}

int
main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 1;

	other_work();
	CACHEGRIND_START_INSTRUMENTATION;
	hot(rounds);
	CACHEGRIND_STOP_INSTRUMENTATION;
	other_work();
	return 0;
}
