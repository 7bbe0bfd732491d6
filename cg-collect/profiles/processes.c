/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds out which processes left their profiles, and warns of the others. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "processes.h"

enum { MAX_WARNINGS = 10 };

/* true if the run at `i` and the one after it belong to one process */
static bool
goes_on(const struct spool *spool, size_t i)
{
	const struct program_run *run = &spool->runs[i];

	return i + 1 < spool->nruns && run[1].pid == run->pid &&
	       run[1].process == run->process;
}

static bool
left_its_end(const struct program_run *run)
{
	return run->written && !run->unfinished;
}

/* true if the next program should have been profiled, and left nothing */
static bool
lost_next(const struct spool *spool, size_t i)
{
	return spool->runs[i].execs && !goes_on(spool, i);
}

size_t
processes_count(const struct spool *spool, bool whole)
{
	bool some = false, all = true; /* profiles of this process are there */
	size_t n = 0;

	for (size_t i = 0; i < spool->nruns; i++) {
		const struct program_run *run = &spool->runs[i];

		some = some || run->written || run->ndumps > 0;
		all = all && left_its_end(run) && !lost_next(spool, i);
		if (goes_on(spool, i))
			continue;
		n += whole ? all : some;
		some = false;
		all = true;
	}
	return n;
}

bool
process_has_profile(const struct spool *spool, pid_t pid)
{
	for (size_t i = 0; i < spool->nruns; i++)
		if (spool->runs[i].pid == pid &&
		    (spool->runs[i].written || spool->runs[i].ndumps > 0))
			return true;
	return false;
}

static void
warn_missing(const struct spool *spool, const struct program_run *run)
{
	char *command = spool_command(spool, run);

	cli_warn("process %ld left %s: %s", (long)run->pid,
	    run->written || run->ndumps > 0
		? "an earlier profile, but none of its end"
		: "no profile, so that its work is missing",
	    command);
	free(command);
}

static void
warn_lost_next(const struct spool *spool, const struct program_run *run)
{
	char *next = spool_next_program(spool, run);

	cli_warn("process %ld left no profile of its work as %s",
	    (long)run->pid, next);
	free(next);
}

void
processes_warn_missing(const struct spool *spool, unsigned int nlost)
{
	size_t nmissing = 0;

	for (size_t i = 0; i < spool->nruns; i++) {
		const struct program_run *run = &spool->runs[i];
		bool lost = lost_next(spool, i);

		if ((left_its_end(run) && !lost) || nmissing++ >= MAX_WARNINGS)
			continue;
		if (lost)
			warn_lost_next(spool, run);
		else
			warn_missing(spool, run);
	}
	if (nmissing > MAX_WARNINGS)
		cli_warn("the same of %zu others", nmissing - MAX_WARNINGS);
	if (nlost > 0)
		cli_warn("%u process%s left nothing in the directory for "
			 "profiles, so that %s work is missing",
		    nlost, nlost > 1 ? "es" : "", nlost > 1 ? "their" : "its");
}

bool
process_is_refused(const struct spool *spool, pid_t pid)
{
	for (size_t i = 0; i < spool->nruns; i++)
		if (spool->runs[i].pid == pid && spool->runs[i].process == 0 &&
		    spool->runs[i].n == 0)
			return spool->runs[i].refused;
	return false;
}

char *
processes_refusal(const struct spool *spool, pid_t *pid)
{
	for (size_t i = 0; i < spool->nruns; i++) {
		char *refusal = spool->runs[i].refused
				    ? spool_refusal(spool, &spool->runs[i])
				    : NULL;

		if (refusal == NULL)
			continue;
		*pid = spool->runs[i].pid;
		return refusal;
	}
	return NULL;
}

char *
process_next_program(const struct spool *spool, pid_t pid)
{
	for (size_t i = 0; i < spool->nruns; i++) {
		const struct program_run *run = &spool->runs[i];
		char *next;

		if (run->pid != pid || run->process != 0 || !run->leaves)
			continue;
		next = spool_next_program(spool, run);
		if (*next != '\0')
			return next;
		free(next);
		return cli_format("another one");
	}
	return NULL;
}
