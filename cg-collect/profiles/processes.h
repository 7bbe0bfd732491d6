/* SPDX-License-Identifier: BSD-2-Clause */
/* The processes that the program runs of a spool belong to. */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "spool.h"

/*
 * Counts the processes that left a profile or, if `whole`, that left all their
 * profiles, up to their end.
 */
size_t processes_count(const struct spool *spool, bool whole);

/* True if a process with this pid left a profile. */
bool process_has_profile(const struct spool *spool, pid_t pid);

/*
 * Warns of each program run that left no profile of its end, and of `nlost`
 * processes whose pid is unknown.
 */
void processes_warn_missing(const struct spool *spool, unsigned int nlost);

/* True if ld.so did not start the first program of the first process with this
 * pid. */
bool process_is_refused(const struct spool *spool, pid_t pid);

/*
 * Returns what the processor lacks for a program, in ld.so's words, to be freed,
 * and stores its process; NULL if there is no such program.
 */
char *processes_refusal(const struct spool *spool, pid_t *pid);

/*
 * Returns the name, to be freed, of the program that replaced the first process
 * with this pid and was not followed; NULL if there was none.
 */
char *process_next_program(const struct spool *spool, pid_t pid);

#endif
