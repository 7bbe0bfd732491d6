/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What became of the processes: who left a profile and whose work is missing.
 */
#include <stdlib.h>

#include "collect.h"

enum { MOST_TOLD = 10 };

/* true if the part at `i` and the one after it belong to one process */
static bool
goes_on(const struct spool *spool, size_t i)
{
	const struct part *part = &spool->parts[i];

	return i + 1 < spool->nparts && part[1].pid == part->pid &&
	       part[1].process == part->process;
}

static bool
left_its_end(const struct part *part)
{
	return part->written && !part->runs;
}

/* the next program was to leave a part, and there is none */
static bool
lost_next(const struct spool *spool, size_t i)
{
	return spool->parts[i].execs && !goes_on(spool, i);
}

size_t
processes_count(const struct spool *spool, bool whole)
{
	bool some = false, all = true; /* of the process's profiles are there */
	size_t n = 0;

	for (size_t i = 0; i < spool->nparts; i++) {
		const struct part *part = &spool->parts[i];

		some = some || part->written;
		all = all && left_its_end(part) && !lost_next(spool, i);
		if (goes_on(spool, i))
			continue;
		n += whole ? all : some;
		some = false;
		all = true;
	}
	return n;
}

bool
process_is_there(const struct spool *spool, pid_t pid)
{
	for (size_t i = 0; i < spool->nparts; i++)
		if (spool->parts[i].pid == pid && spool->parts[i].written)
			return true;
	return false;
}

static void
tell_missing(const struct spool *spool, const struct part *part)
{
	char *command = spool_command(spool, part);

	cli_warn("process %ld left %s: %s", (long)part->pid,
	    part->written ? "an earlier profile, but none of its end"
			  : "no profile, and what it did is missing",
	    command);
	free(command);
}

static void
tell_lost_next(const struct spool *spool, const struct part *part)
{
	char *next = spool_next_program(spool, part);

	cli_warn("process %ld left no profile of what it did as %s",
	    (long)part->pid, next);
	free(next);
}

void
processes_tell_missing(const struct spool *spool, unsigned int nlost)
{
	size_t nmissing = 0;

	for (size_t i = 0; i < spool->nparts; i++) {
		const struct part *part = &spool->parts[i];
		bool lost = lost_next(spool, i);

		if ((left_its_end(part) && !lost) || nmissing++ >= MOST_TOLD)
			continue;
		if (lost)
			tell_lost_next(spool, part);
		else
			tell_missing(spool, part);
	}
	if (nmissing > MOST_TOLD)
		cli_warn("nor did %zu others", nmissing - MOST_TOLD);
	if (nlost > 0)
		cli_warn("%u process%s could not write to the folder for "
			 "profiles, and what %s did is missing",
		    nlost, nlost > 1 ? "es" : "", nlost > 1 ? "they" : "it");
}

char *
process_next_program(const struct spool *spool, pid_t pid)
{
	for (size_t i = 0; i < spool->nparts; i++) {
		const struct part *part = &spool->parts[i];

		char *next;

		if (part->pid != pid || part->process != 0 || !part->leaves)
			continue;
		next = spool_next_program(spool, part);
		if (*next != '\0')
			return next;
		free(next);
		return cli_format("another one");
	}
	return NULL;
}
