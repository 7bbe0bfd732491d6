/* SPDX-License-Identifier: BSD-2-Clause */
/* The program that shows a long report screen by screen. */
#ifndef PAGER_H
#define PAGER_H

#include <sys/types.h>

/*
 * Starts the pager that CG_PAGER or PAGER names, or less.  Sets *input to the
 * descriptor that it reads, to be closed before pager_wait, and returns its
 * process; -1 if standard output or its terminal is not fit for a pager, if the
 * variable is empty or "cat", or if there is no such program.  Then only the
 * pager receives interrupts from the keyboard.
 */
pid_t pager_start(int *input);

/* Waits until the user leaves the pager. */
void pager_wait(pid_t pager);

#endif
