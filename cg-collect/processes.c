/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What became of the processes: who left a profile and whose work is missing.
 */
#include <stdlib.h>

#include "collect.h"

enum { MOST_TOLD = 10 };

size_t
processes_count(const struct spool *spool)
{
	size_t n = 0;
	pid_t last = 0;

	for (size_t i = 0; i < spool->nparts; i++) {
		const struct part *part = &spool->parts[i];

		n += part->written && part->pid != last;
		if (part->written)
			last = part->pid;
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

void
processes_tell_missing(const struct spool *spool)
{
	size_t nmissing = 0;

	for (size_t i = 0; i < spool->nparts; i++) {
		const struct part *part = &spool->parts[i];

		if (part->runs && !part->execs && nmissing++ < MOST_TOLD)
			tell_missing(spool, part);
	}
	if (nmissing > MOST_TOLD)
		cli_warn("nor did %zu others", nmissing - MOST_TOLD);
}

void
process_tell_exec(const struct spool *spool, pid_t pid)
{
	for (size_t i = 0; i < spool->nparts; i++) {
		const struct part *part = &spool->parts[i];
		char *next;

		if (part->pid != pid || !part->execs)
			continue;
		next = spool_next_program(spool, part);
		cli_warn("the program went on as %s, which is not in the "
			 "profile (-f follows it)",
		    *next != '\0' ? next : "another one");
		free(next);
	}
}
