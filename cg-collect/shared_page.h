/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The page that cg-collect and the Valgrind tool share while the program runs:
 * the file "control" in the spool, mapped by all processes.  Its layout is the
 * same for 32-bit and 64-bit processes.
 */
#ifndef SHARED_PAGE_H
#define SHARED_PAGE_H

struct shared_page {
	/* raised by cg-collect: `requests` with each of the other two, so the
	 * tool has to look at only one number */
	volatile unsigned int requests;
	volatile unsigned int profile_requests;
	volatile unsigned int count_requests;

	/* the program's descriptors 1 and 2 that show the terminal of the
	 * progress line: the sum of 1 << descriptor */
	volatile unsigned int on_terminal;
	/* the line; the tool removes it before it or the program prints */
	volatile unsigned int is_drawn;
	/* raised by the tool: the program wrote to the terminal, and its line
	 * goes on */
	volatile unsigned int is_within_line;

	/* raised by the tool */
	volatile unsigned int nprofiles; /* profiles written on request */
	volatile unsigned int ndumps;    /* parts dumped to the spool */
	volatile unsigned int nends;     /* programs that ended */
	volatile unsigned int nlost; /* forked processes that have not left a
					mark in the spool, even if they ended
					before they could */
	volatile unsigned long long instructions __attribute__((aligned(8)));
};

#define SHARED_PAGE_SIZE 4096

#endif
