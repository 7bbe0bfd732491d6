/* SPDX-License-Identifier: BSD-2-Clause */
/* The private directory in which the tool leaves profiles. */
#ifndef SPOOL_H
#define SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * One program executed by one process, and what it left in the spool.  A
 * process that calls exec has one for each program.
 */
struct program_run {
	pid_t pid;       /* as the process sees it */
	int64_t process; /* distinguishes processes with the same pid */
	int64_t n;       /* of the programs that the process executed, from 0 */
	bool written;    /* its profile is there, so far or to its end */
	bool unfinished; /* it left no profile of its end */
	bool execs;      /* it was replaced by a program to profile */
	bool leaves;     /* it was replaced by a program not to follow */
	bool refused;    /* ld.so did not start it */
	int64_t ndumps;  /* parts that it dumped before its end */
};

struct spool {
	char *path;      /* absolute; NULL: there is no spool */
	char *directory; /* the private directory that holds it */
	int cleanup;     /* as cleanup_start returned it */
	struct program_run *runs;
	size_t nruns;
};

/* 0, or -1 after a message */
int spool_make(struct spool *spool);

/* Finds the program runs, sorted by pid, process and n.  0, or -1 after a message. */
int spool_list(struct spool *spool);

/*
 * Return the path of a profile, of the n-th part dumped before its end, from 1
 * on, of the misses by data, the command line of a program, and the name of
 * the program that replaced it.  All are to be freed.
 */
char *spool_profile(const struct spool *spool, const struct program_run *run);
char *
spool_dump(const struct spool *spool, const struct program_run *run, int64_t n);
bool spool_has_dump(
    const struct spool *spool, const struct program_run *run, int64_t n);
char *spool_data(const struct spool *spool, const struct program_run *run);
char *spool_command(const struct spool *spool, const struct program_run *run);
char *
spool_next_program(const struct spool *spool, const struct program_run *run);

/* Returns what the processor lacks for a program that was refused, in ld.so's
 * words, to be freed; NULL if the reason is another one. */
char *spool_refusal(const struct spool *spool, const struct program_run *run);

/* Removes the marks of programs that were refused. */
void spool_forget_refused(struct spool *spool);

/*
 * Removes the directory and its files, or warns that it cannot.  Does nothing
 * when called again.
 */
void spool_remove(struct spool *spool);

#endif
