/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What cg-collect and the Valgrind tool tell each other while the program runs:
 * a file "control" in the spool, mapped by all processes.  The program may be a
 * 32-bit one.
 */
#ifndef CONTROL_H
#define CONTROL_H

struct control {
	/* raised by cg-collect: the last two ask for something, the first one
	 * says that one of them was raised */
	volatile unsigned int requests;
	volatile unsigned int profile_requests;
	volatile unsigned int count_requests;

	volatile unsigned int clears_line; /* the tool clears the progress line
					      before it prints */

	/* raised by the tool */
	volatile unsigned int nprofiles; /* written on request */
	volatile unsigned int nends;     /* of programs */
	volatile unsigned int nlost; /* processes that left no mark either */
	volatile unsigned long long instructions __attribute__((aligned(8)));
};

#define CONTROL_SIZE 4096

#endif
