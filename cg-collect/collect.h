/* SPDX-License-Identifier: BSD-2-Clause */
/* How cg-collect runs a program under Valgrind and what it makes of it. */
#ifndef COLLECT_H
#define COLLECT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cgfmt.h"
#include "libcli/cli.h"

/* exit statuses, as env(1) has them */
enum {
	EXIT_FAILED = 125, /* cg-collect itself */
	EXIT_NOT_EXECUTABLE = 126,
	EXIT_NOT_FOUND = 127,
	EXIT_SIGNAL = 128, /* plus the number of the signal */
};

/* the variables of a program, sorted by name */
struct environment {
	char **list; /* "NAME=VALUE"; ends with NULL */
	size_t n;
};

struct options {
	struct cli_output output;
	const char *client_stdout; /* a path; NULL: see run.c */
	bool trace_children;
	bool up_to_exec; /* --trace-children=no was given */
	bool quiet;
	bool reproducible;
	bool names_variables;
	struct environment variables; /* of a reproducible run */
	int64_t dump_every;           /* seconds; 0: never */
	bool replaceable;             /* the output is a file, or will be one */
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

/*
 * True if Valgrind, given `name`, would not find the path that program_find
 * found: it has no default for PATH, and none of its folders is "".
 */
bool program_must_be_named(const char *name, const char *found);

/* --- valgrind.c ----------------------------------------------------------- */

struct valgrind {
	char *path; /* of valgrind itself */
	char *lib;  /* the folder of our tool */
};

/*
 * Finds Valgrind and the tool; ends the program where one is missing or they
 * do not fit each other.
 */
void valgrind_find(struct valgrind *valgrind, bool reproducible);
void valgrind_release(struct valgrind *valgrind);

/*
 * The command that runs the program; `spool` is the option that says where the
 * profiles go.  One free: the strings belong to others.
 */
const char **valgrind_command(const struct options *options, const char *spool);

/* --- reproducible.c ------------------------------------------------------- */

/* options of the tool that go before the user's; ends with NULL */
extern const char *const reproducible_options[];

/*
 * Pins the addresses, and the one processor, of all that this process starts.
 * Ends the program if it may not.
 */
void reproducible_pin_addresses(void);
void reproducible_pin_processor(void);

/* --- environment.c -------------------------------------------------------- */

/* The variables that every reproducible run has; to be released. */
void environment_init(struct environment *environment);
void environment_release(struct environment *environment);

/* Sets a variable to the value in "NAME=VALUE". */
void environment_set(struct environment *environment, const char *variable);

/* Sets a variable to the value that it has here, or unsets it. */
void environment_keep(struct environment *environment, const char *name);

/*
 * Makes the environment of this process, which is about to run the command, one
 * from which our tool gives the program these variables.
 */
void environment_become(const struct environment *clients,
    const char *const *command, const struct valgrind *valgrind);

/* --- spool.c -------------------------------------------------------------- */

/* one program run by one process, and what it left in the spool */
struct part {
	pid_t pid;       /* as the process sees it */
	int64_t process; /* tells apart those of one number */
	int64_t n;       /* rises when the process goes on as another program */
	bool written;    /* its profile, so far or to its end */
	bool runs;       /* it left no profile of its end */
	bool execs;      /* it became a program that should have a part, too */
	bool leaves;     /* it became a program that was not to be followed */
};

/* a private folder where the tool leaves profiles */
struct spool {
	char *path;   /* absolute */
	char *folder; /* the one around it, which is the private one */
	int guard;
	struct part *parts;
	size_t nparts;
};

/* 0, or -1 after a message */
int spool_make(struct spool *spool);

/* finds the parts, sorted by pid, process and n; 0, or -1 with errno set */
int spool_list(struct spool *spool);

/* The path of a profile and the text of marks; all are to be freed. */
char *spool_profile(const struct spool *spool, const struct part *part);
char *spool_command(const struct spool *spool, const struct part *part);
char *spool_next_program(const struct spool *spool, const struct part *part);

/*
 * Removes the folder and what is in it, or warns that it cannot; may be called
 * again.
 */
void spool_remove(struct spool *spool);

/* --- watch.c -------------------------------------------------------------- */

struct watch {
	/* what is to be done when profiles were written on request */
	void (*write_profiles)(void *run);
	void *run;

	const struct options *options;
	struct control *control;
	int64_t start, told; /* in milliseconds of a clock */
	int64_t next_profile;
	unsigned int nprofiles; /* that were passed on */
	unsigned int nlost;   /* processes without a part; set by watch_stop */
	int64_t instructions; /* as the line last told */
	int pause;            /* as watch_pause says */
	bool line;            /* there is to be one */
	bool drawn;
};

/* 0, or -1 after a message */
int watch_start(struct watch *watch, const struct options *options,
    const struct spool *spool);

/* asks all processes for their profiles so far */
void watch_request_profile(struct watch *watch);

/* does what is due; to be called after a pause of so many milliseconds */
void watch_tick(struct watch *watch);

/* -1: nothing will be due */
int watch_pause(const struct watch *watch);

/* clears the line and draws no more: others have something to say */
void watch_end_line(struct watch *watch);

void watch_stop(struct watch *watch);

/* --- child.c -------------------------------------------------------------- */

struct child {
	const struct valgrind *valgrind;
	const struct environment *variables; /* NULL: those that we have */
	const char **command;
	int output;       /* becomes its standard output; -1: keeps ours */
	bool descendants; /* wait for those that outlive it, too */
	struct watch *watch;
	pid_t parent, pid;
	int status; /* as of waitpid */
};

/*
 * Holds back the signals that end programs, so that child_run can choose what
 * they mean; `before` is for child_run.
 */
void signals_hold(sigset_t *before);

/*
 * Runs the command to its end.  SIGTERM and SIGHUP are passed on to it; those
 * of the keyboard reach it without our help, and SIGUSR1 is for the watch. Once
 * it is gone, any of them ends the wait for its descendants.  0, or -1 with
 * errno set.
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

/* --- guard.c -------------------------------------------------------------- */

/* makes a folder that folder_remove removes; 0, or -1 with errno set */
int folder_make(char *path);

/* the folder in it that is for files, to be freed */
char *folder_inner(const char *path);

/* removes the folder and the files in it; 0, or -1 with errno set */
int folder_remove(const char *path);

/*
 * Posts a guard who removes the folder when we die without having dismissed
 * him.  Returns what he is called by, or -1 with errno set.
 */
int guard_post(const char *path);
void guard_dismiss(int guard);

/* has the guard remove the folder */
void guard_alert(int guard);

/* --- processes.c ---------------------------------------------------------- */

/* how many have left a profile, or if `whole`, all profiles to their end */
size_t processes_count(const struct spool *spool, bool whole);

/* true if one of that number has left a profile */
bool process_is_there(const struct spool *spool, pid_t pid);

/*
 * Warns of programs that left no profile of their end, one line each; `nlost`
 * processes are not even known by number.
 */
void processes_tell_missing(const struct spool *spool, unsigned int nlost);

/*
 * The program, not followed, that the first process of that number went on as,
 * to be freed; NULL if there was none.
 */
char *process_next_program(const struct spool *spool, pid_t pid);

/* --- summary.c ------------------------------------------------------------ */

/* prints the block of totals on standard error */
void summary_print(const struct cg_header *header, const int64_t *totals);

/* --- sum.c ---------------------------------------------------------------- */

/* the sum of profiles, with the header of the first one added */
struct sum {
	struct cg_error error;
	struct cg_header header;
	struct cg_reader *first;
	struct cg_profile *profile;
	const char **descs; /* the header's where one was added, and that one */
	char *desc;
};

/* These return 0, or -1 with the error set. */

/* adds what a process left, headed by the last program that it was */
int sum_add_process(struct sum *sum, const struct spool *spool, pid_t pid);

/* adds what all processes left, headed by the first program of `first` */
int sum_add_all(struct sum *sum, const struct spool *spool, pid_t first);

int sum_write(struct sum *sum, const char *path, int gzip_level);

/* adds a line to the header, to be called once; takes the text over */
void sum_describe(struct sum *sum, char *desc);

/* one count an event, to be freed; NULL where one does not fit */
int64_t *sum_totals(const struct sum *sum);

void sum_release(struct sum *sum);

#endif
