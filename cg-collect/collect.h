/* SPDX-License-Identifier: BSD-2-Clause */
/* How cg-collect runs a program under Valgrind and what it makes of it. */
#ifndef COLLECT_H
#define COLLECT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cgfmt.h"
#include "cli.h"

/* exit statuses, as env(1) has them */
enum {
	EXIT_FAILED = 125, /* cg-collect itself */
	EXIT_NOT_EXECUTABLE = 126,
	EXIT_NOT_FOUND = 127,
	EXIT_SIGNAL = 128, /* plus the number of the signal */
};

struct options {
	struct cli_output output;
	const char *client_stdout; /* a path; NULL: see run.c */
	bool trace_children;
	size_t ncore;
	char **core; /* options for Valgrind, in the order given */
	char **program;
};

/* --- program.c ------------------------------------------------------------ */

/*
 * The path of the program that the shell would run for `name`, to be freed;
 * NULL with errno set where there is none.
 */
char *program_find(const char *name);

/* --- valgrind.c ----------------------------------------------------------- */

struct valgrind {
	char *path; /* of valgrind itself */
	char *lib;  /* the folder of our tool */
};

/*
 * Finds Valgrind and the tool; ends the program where one is missing or they
 * do not fit each other.
 */
void valgrind_find(struct valgrind *valgrind);
void valgrind_release(struct valgrind *valgrind);

/*
 * The command that runs the program; `target` is the option that says where the
 * profile goes.  One free: the strings belong to others.
 */
const char **
valgrind_command(const struct options *options, const char *target);

/* --- child.c -------------------------------------------------------------- */

struct child {
	const struct valgrind *valgrind;
	const char **command;
	int output;       /* becomes its standard output; -1: keeps ours */
	bool descendants; /* wait for those that outlive it, too */
	pid_t pid;
	int status; /* as of waitpid */
};

/*
 * Holds back the signals that end programs, so that child_run can choose what
 * they mean; `before` is for child_run.
 */
void signals_hold(sigset_t *before);

/*
 * Runs the command to its end.  SIGTERM and SIGHUP are passed on to it; those
 * of the keyboard reach it without our help.  Once it is gone, any of them ends
 * the wait for its descendants.  0, or -1 with errno set.
 */
int child_run(struct child *child, const sigset_t *before);

/* --- run.c ---------------------------------------------------------------- */

/*
 * Runs the program and writes its profile.  The exit status that the program's
 * end, and ours, come to.
 */
int collect(const struct options *options, const struct valgrind *valgrind);

/* --- target.c ------------------------------------------------------------- */

/*
 * Names of output files may have %p, the process, %q{VARIABLE} and %%.
 * Ends the program where there is anything else behind a '%', or the variable
 * is not set.  The result is to be freed.
 */
char *target_expand(const char *format, pid_t pid);
bool target_has_pid(const char *format);

/* the path as a format that expands to it; to be freed */
char *target_quote(const char *path);

/* --- spool.c -------------------------------------------------------------- */

/* what one program run by one process left in the spool */
struct part {
	pid_t pid;
	int64_t n; /* rises when the process goes on as another program */
};

/* a private folder where the tool leaves profiles */
struct spool {
	char *path; /* absolute */
	struct part *parts;
	size_t nparts;
};

/* ends the program where no folder can be made */
void spool_make(struct spool *spool);

/* the profile of a part, or that of the one program; to be freed */
char *spool_part(const struct spool *spool, const struct part *part);
char *spool_profile(const struct spool *spool);

/*
 * Makes the one program's profile, if there is one, the part 0 of the process.
 * 0, or -1 with errno set.
 */
int spool_rename(const struct spool *spool, pid_t pid);

/* finds the parts, sorted by process and n; 0, or -1 with errno set */
int spool_list(struct spool *spool);

/* removes the folder and what is in it; may be called again */
void spool_remove(struct spool *spool);

/* --- sum.c ---------------------------------------------------------------- */

/* the sum of profiles, with the header of the first one added */
struct sum {
	struct cg_error error;
	struct cg_reader *first;
	struct cg_profile *profile;
};

/* These return 0, or -1 with the error set. */
int sum_add(struct sum *sum, const char *path);
int sum_write(struct sum *sum, const char *path, int gzip_level);
void sum_release(struct sum *sum);

#endif
