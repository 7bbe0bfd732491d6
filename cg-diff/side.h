/* SPDX-License-Identifier: BSD-2-Clause */
/* One of the two profiles: its rows, read while the other's are. */
#ifndef SIDE_H
#define SIDE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

struct side {
	const char *path;
	struct cg_error error;
	struct cg_reader *reader;       /* open to the end, for its header */
	const struct cg_header *header; /* the old one's, which names counts */
	bool is_flat;                   /* without objects, calls and jumps */
	bool by_line;
	bool by_file; /* add up files, too */
	struct cg_profile *rows;
	struct cg_profile *files; /* a row each; NULL: not by_file */
	bool has_thread;          /* that reads the rows */
	pthread_t thread;
	int status; /* of the reading: 0 or -1 */
};

/* All functions end the program on an error. */

/* Reads the header.  The other members but rows may then be set. */
void side_open(struct side *side, const char *path);

/* Reads the rows in a thread, if there can be one. */
void side_start(struct side *side);

/* Waits until all rows are read; reads them where no thread does. */
void side_finish(struct side *side);

/*
 * Each row becomes what `change` makes of it; rows that are one then are added
 * up.
 */
void side_rewrite(struct side *side,
    void (*change)(void *context, struct cg_record *record), void *context);

void side_release(struct side *side);

#endif
