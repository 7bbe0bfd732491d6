/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How much slower a program runs than it would natively.
 */
#ifndef SLOWDOWN_H
#define SLOWDOWN_H

#include <stdint.h>
#include <sys/types.h>

struct slowdown {
	pid_t pid;    /* of the program; 0: not known, or one of several */
	double clock; /* cycles in a second; 0: not measured yet */
	/* when counts were last asked for, in the program's time in nanoseconds;
	 * when the last answer was, and the instructions */
	int64_t asked, answered, count;
	/* how many times slower it is, if it natively executes few or many
	 * instructions in a cycle; 0: not known yet */
	int64_t least, most;
};

/* Call when a count of instructions is asked for, and with what was answered. */
void slowdown_ask(struct slowdown *slowdown);
void slowdown_answer(struct slowdown *slowdown, int64_t count);

#endif
