/* SPDX-License-Identifier: BSD-2-Clause */
/* One collection: a run of a program under Valgrind and what becomes of its profiles. */
#ifndef COLLECTION_H
#define COLLECTION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "child.h"
#include "command/options.h"
#include "profiles/spool.h"
#include "progress.h"

struct collection {
	const struct options *options;
	bool each;        /* a file for each process */
	bool summed;      /* one file for all of them */
	bool made_stdout; /* the file of --client-stdout is a new one */
	bool started;     /* Valgrind could run the program */
	bool written;     /* so is the profile */
	bool lost_dump;   /* a dump could not be written to its file */
	/* at a terminal: a profile was written, maybe while the program ran; the
	 * profile of the run before was kept */
	bool wrote, has_last;
	const char *cpu;  /* the processor of this run; NULL: the host's */
	sigset_t signals; /* the mask before they were blocked */
	time_t since;     /* when the run began */
	struct spool spool;
	struct progress progress;
	struct child child;
	/* the programs whose dumps are in files; ndumps: how many are */
	struct program_run *dumped;
	size_t ndumped;
};

/* A harness that started `valgrind` has its totals from the log. */
static inline bool
collection_is_quiet(const struct collection *c)
{
	return c->options->quiet || c->options->as != NULL;
}

#endif
