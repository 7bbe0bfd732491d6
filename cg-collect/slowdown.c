/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the processor time that a program takes under Valgrind with what as many
 * instructions would take natively.  How many instructions a processor executes in a
 * cycle depends on the program, so the answer is a range.  The length of a cycle is
 * measured: what the system says of the clock is often not true in a virtual machine.
 */
#include <stdbool.h>
#include <time.h>

#include "slowdown.h"

/* instructions in a cycle: of a program that often waits for memory, and of one that
 * hardly waits */
enum { FEW = 1, MANY = 4 };

/* instructions between two counts that say something: before, Valgrind starts or
 * translates code for the first time */
enum { TELLING = 1000000 };

static int64_t
nanoseconds(clockid_t clock)
{
	struct timespec now;

	if (clock_gettime(clock, &now) < 0)
		return 0;
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* the processor's time of the program; 0: not known */
static int64_t
program_time(pid_t pid)
{
	clockid_t clock;

	if (pid == 0 || clock_getcpuclockid(pid, &clock) != 0)
		return 0;
	return nanoseconds(clock);
}

/*
 * The cycles of this processor in a second.  Each of the four operations of a round needs
 * the result of the one before, and takes one cycle.  The shortest of several
 * times is the one that nothing interrupted.
 */
static double
measure_clock(void)
{
	enum { TIMES = 10, ROUNDS = 50000, CYCLES = 4 };
	int64_t shortest = INT64_MAX;

	for (int i = 0; i < TIMES; i++) {
		register uint64_t x = (uint64_t)i + 1;
		int64_t since = nanoseconds(CLOCK_PROCESS_CPUTIME_ID), passed;
		volatile uint64_t result;

		for (int n = 0; n < ROUNDS; n++) {
			x ^= x >> 7;
			x ^= x << 9;
		}
		result = x; /* or the loop would be left out */
		(void)result;
		passed = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - since;
		if (passed > 0 && passed < shortest)
			shortest = passed;
	}
	return (double)ROUNDS * CYCLES * 1e9 / (double)shortest;
}

/* two digits say all that is known */
static int64_t
rounded(double times)
{
	int64_t unit = 1;

	while (times / (double)unit >= 99.5)
		unit *= 10;
	return times < 1 ? 1 : (int64_t)(times / (double)unit + 0.5) * unit;
}

void
slowdown_ask(struct slowdown *s)
{
	s->asked = program_time(s->pid);
}

void
slowdown_answer(struct slowdown *s, int64_t count)
{
	int64_t time = s->asked - s->answered, executed = count - s->count;
	bool is_first = s->answered == 0;
	double cycles;

	if (s->asked == 0)
		return;
	s->answered = s->asked;
	s->count = count;
	if (is_first || executed < TELLING || time <= 0)
		return;
	if (s->clock == 0)
		s->clock = measure_clock();
	cycles = (double)time / 1e9 * s->clock;
	s->least = rounded(cycles * FEW / (double)executed);
	s->most = rounded(cycles * MANY / (double)executed);
}
