/* SPDX-License-Identifier: BSD-2-Clause */
/* Valgrind as a child process. */
#ifndef CHILD_H
#define CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "command/environment.h"
#include "command/valgrind.h"
#include "progress.h"

struct child {
	const struct valgrind *valgrind;
	const char *lib; /* the directory of the tool, as the core gets it */
	const struct environment *variables; /* NULL: this process has them */
	const char **command;
	int output;       /* becomes its standard output; -1: keeps ours */
	bool descendants; /* also wait for processes that outlive it */
	struct progress *progress;
	pid_t parent, pid;
	int status; /* as of waitpid */
};

/*
 * Blocks the signals that end programs, so that child_run can decide on each.
 * Stores the old mask in `before`, which child_run takes.
 */
void signals_block(sigset_t *before);

/*
 * Runs the command to its end.  Passes SIGTERM and SIGHUP on to it; SIGINT and
 * SIGQUIT reach it from the terminal, and SIGUSR1 requests a profile.  After
 * its end, each of them but SIGUSR1 ends the wait for its descendants.  0, or
 * -1 with errno set.
 */
int child_run(struct child *child, const sigset_t *before);

#endif
