/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The outcome of a run.  After the run, writes the profiles, or explains why there are none,
 * and chooses the exit status.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "command/cpu.h"
#include "libcli/cli.h"
#include "outcome.h"
#include "profile_files.h"
#include "profiles/processes.h"
#include "refused_option.h"

/*
 * Reports that there is no profile at all, and returns the exit status.
 * Valgrind's own status, if it cannot run the program, is the one of env.
 */
static int
explain_missing(const struct collection *c)
{
	int status = c->child.status, code = WEXITSTATUS(status);

	if (c->started && !WIFSIGNALED(status)) {
		processes_warn_missing(&c->spool, c->progress.nlost);
		return EXIT_FAILED;
	}
	if (WIFSIGNALED(status)) {
		cli_warn("no profile: signal %d (%s) ended Valgrind",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
		return EXIT_FAILED;
	}
	/* Valgrind's own status is what a harness expects of it */
	if (c->options->as != NULL)
		return code == EXIT_REFUSED_OPTION ? 1 : code;
	if (code == EXIT_REFUSED_OPTION)
		return EXIT_FAILED;
	cli_warn("no profile: Valgrind ended with status %d (see its message "
		 "above)",
	    code);
	return code == EXIT_NOT_FOUND || code == EXIT_NOT_EXECUTABLE
		   ? code
		   : EXIT_FAILED;
}

/*
 * Warns if the program was replaced by one that was not followed.  True if that
 * is an error: the program is probably a wrapper, such as env or a script's
 * interpreter, and the user wanted a profile of the other one.
 */
static bool
is_wrapper(const struct collection *c)
{
	const struct options *o = c->options;
	const char *follow = o->as != NULL ? "--trace-children=yes" : "-f";
	char *next = o->trace_children
			 ? NULL
			 : process_next_program(&c->spool, c->child.pid);

	if (next == NULL)
		return false;
	if (o->up_to_exec)
		cli_warn("the program replaced itself with %s, which is not in "
			 "the profile (%s follows it)",
		    next, follow);
	else
		cli_warn("no profile: the program replaced itself with %s, "
			 "which was not followed (%s follows it, "
			 "--trace-children=no gives the profile up to there)",
		    next, follow);
	free(next);
	return !o->up_to_exec;
}

/* the exit status of the program, as a shell has it */
static int
program_status(const struct collection *c)
{
	int status = c->child.status;

	return WIFSIGNALED(status) ? EXIT_SIGNAL + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

/* True, after a message, if --expect-success was given and the program failed. */
static bool
is_failure(const struct collection *c)
{
	int status = c->child.status;

	if (!c->options->expect_success || status == 0)
		return false;
	if (WIFSIGNALED(status))
		cli_warn("no profile: signal %d (%s) ended the program "
			 "(--expect-success)",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		cli_warn("no profile: the program ended with status %d "
			 "(--expect-success)",
		    WEXITSTATUS(status));
	return true;
}

/* A shell that starts cg-collect does not tell, because that exits. */
static void
warn_of_signal(const struct collection *c)
{
	int status = c->child.status;

	if (!collection_is_quiet(c) && WIFSIGNALED(status))
		cli_warn("signal %d (%s) ended the program; its profile is up "
			 "to there",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
}

static bool
first_is_refused(const struct collection *c)
{
	return process_is_refused(&c->spool, c->child.pid);
}

/* Reports a program that ld.so did not start, and returns the exit status. */
static int
explain_refused(const struct collection *c)
{
	pid_t pid;
	char *refusal = processes_refusal(&c->spool, &pid);

	if (refusal == NULL)
		cli_warn("no profile: the program ended before its first "
			 "instruction (see the message above)");
	else if (!cpu_is_level(c->cpu))
		cli_warn("no profile: the program needs a higher level than "
			 "Valgrind makes of this processor: %s",
		    refusal);
	else if (!first_is_refused(c))
		cli_warn("no profile: process %ld needs a higher level than "
			 "%s, the one of all processes (--cpu): %s",
		    (long)pid, c->cpu, refusal);
	else if (cpu_next(c->cpu) != NULL)
		cli_warn("no profile: the program needs a higher level than %s "
			 "(--cpu): %s",
		    c->cpu, refusal);
	else
		cli_warn("no profile: the program needs a higher level than "
			 "%s, the highest that Valgrind has: %s",
		    c->cpu, refusal);
	free(refusal);
	return first_is_refused(c) ? EXIT_NOT_EXECUTABLE : EXIT_FAILED;
}

static bool
is_refused(const struct collection *c)
{
	pid_t pid;
	char *refusal = processes_refusal(&c->spool, &pid);

	free(refusal);
	return (refusal != NULL && cpu_is_level(c->cpu)) || first_is_refused(c);
}

int
outcome_write(struct collection *c)
{
	if (is_refused(c)) {
		c->started = !first_is_refused(c);
		return explain_refused(c);
	}
	c->started = c->spool.nruns > 0 || c->progress.nlost > 0;
	if (processes_count(&c->spool, false) == 0)
		return explain_missing(c);
	processes_warn_missing(&c->spool, c->progress.nlost);
	if (is_wrapper(c))
		return EXIT_FAILED;
	if (is_failure(c))
		return program_status(c);
	if (profile_files_write(c) < 0)
		return EXIT_FAILED;
	c->written = true;
	warn_of_signal(c);
	return program_status(c);
}
