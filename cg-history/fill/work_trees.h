/* SPDX-License-Identifier: BSD-2-Clause */
/* Work trees of their own, in which a command measures commits.  They are removed when the program ends,
 * also by a signal. */
#ifndef WORK_TREES_H
#define WORK_TREES_H

#include <stdbool.h>
#include <stddef.h>

/* the exit status of a command that cannot be started; its message says why */
enum { CANNOT_START = 127 };

/* what a command has left */
struct measurement {
	size_t job;    /* its number, of work_trees_start */
	int status;    /* its exit status, or 128 and the number of a signal */
	size_t n;      /* profiles */
	char **files;  /* "NAME=PATH" each, until the job is started again */
	char *message; /* the last line that it printed; "": none */
};

/* Makes n work trees.  Ends the program on an error. */
void work_trees_open(size_t n);

/* Checks the commit out in a work tree, in which no command may run.  Returns its path. */
const char *work_trees_check_out(size_t job, const char *commit);

/*
 * Starts the command there, with CG_HISTORY_COMMIT and with CG_HISTORY_PROFILES, an empty directory for
 * profiles called NAME.cg.  Ends the program on an error.
 */
void
work_trees_start(size_t job, const char *commit, const char *const *command);

/* Waits for one of the commands.  Ends the program by a signal that came. */
void work_trees_wait(struct measurement *measurement);

void measurement_release(struct measurement *measurement);

void work_trees_close(void);

#endif
