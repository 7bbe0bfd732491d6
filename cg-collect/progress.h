/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The progress line, and profiles written before the program ends.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "command/options.h"
#include "profiles/spool.h"
#include "slowdown.h"

struct progress {
	/* called with `context` when the tool has written profiles on
	 * request */
	void (*write_profiles)(void *context);
	/* the same when it has dumped parts that belong into files of their
	 * own */
	void (*write_dumps)(void *context);
	void *context;

	/* whose vgdb reaches processes that sleep; NULL: none does */
	const struct valgrind *vgdb_of;

	const struct options *options;
	const struct spool *spool;
	struct shared_page *page;
	int64_t start, updated; /* milliseconds of a monotonic clock */
	int64_t next_profile;   /* the same clock */
	int64_t vgdb_due;       /* the same clock; 0: not due */
	unsigned int nprofiles; /* requested profiles that were passed on */
	unsigned int ndumps;    /* parts that were passed on */
	unsigned int nlost;     /* forked processes that left nothing in the
				   spool; set by progress_stop */
	struct slowdown slowdown;
	int timeout; /* see progress_timeout */
	bool has_line;
	bool passes_dumps; /* before the end */
};

/* 0, or -1 after a message */
int progress_start(struct progress *progress, const struct options *options,
    const struct spool *spool);

/* Asks all processes for their profiles so far, because the user wants them now:
 * also those that sleep. */
void progress_request_profile(struct progress *progress);

/* Does what is due.  Call at least every progress_timeout. */
void progress_tick(struct progress *progress);

/* Milliseconds until progress_tick is due; -1: never */
int progress_timeout(const struct progress *progress);

/* Clears the line and draws it no more, because other messages follow. */
void progress_end_line(struct progress *progress);

void progress_stop(struct progress *progress);

#endif
