/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads one of the two profiles, while the other one is read. */
#ifndef SIDE_H
#define SIDE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "libquery/matching/clones.h"
#include "libquery/context_map.h"
#include "libquery/region_sums.h"

struct side {
	const char *path;
	struct cg_error error;
	struct cg_reader *reader; /* stays open for its header */
	/* of the reader, if another one opened it; NULL: the side's */
	const struct cg_error *reader_error;
	const struct cg_header *header; /* of the old profile, for the names of
					  events */
	bool is_flat;                   /* without objects, calls and jumps */
	bool joins_clones;              /* with their functions */
	bool without_stacks;            /* of calls */
	bool by_line;                   /* keeps lines apart */
	bool by_file;                   /* adds up files, too */
	bool by_region;                 /* adds up regions, too */
	bool drops_levels;              /* of recursion, because it is flat */
	char *name;                     /* without its level */
	struct cg_profile *rows;
	bool has_contexts;           /* of some rows */
	struct context_map contexts; /* without places of calls */
	struct clones clones;        /* of rows */
	struct clones frames;        /* the same of stacks */
	struct cg_profile *files;   /* a row for each file; NULL: not by_file */
	struct region_sums regions; /* if by_region */
	bool has_thread;            /* a thread reads the rows */
	pthread_t thread;
	int status; /* of the reading: 0 or -1 */
};

/* All functions end the program on an error. */

/* Reads the header.  The caller may then set header, is_flat, joins_clones,
 * without_stacks, by_line, by_file and by_region. */
void side_open(struct side *side, const char *path);

/* Starts a thread that reads the rows, if that is possible. */
void side_start(struct side *side);

/* Waits until all rows are read; reads them in this thread if there is no
 * other.
 */
void side_finish(struct side *side);

/* Returns a profile for rows of the side, or NULL on an error. */
struct cg_profile *side_new_rows(struct side *side);

/* Calls `change` for each row, and for a row of each frame of a stack, and adds up
 * rows that become equal. */
void side_rewrite(struct side *side,
    void (*change)(void *arg, struct cg_record *record), void *arg);

void side_release(struct side *side);

#endif
