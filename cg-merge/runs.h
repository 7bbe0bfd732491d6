/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs: sums of some of the profiles in temporary files, in canonical order.
 * They take no memory until they are merged.
 */
#ifndef RUNS_H
#define RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "profiles.h"
#include "stream.h"
#include "row_sums.h"

struct run {
	int fd;
	bool is_joined; /* it was made from other runs */
};

struct runs {
	/* set by the caller; the others are zeroed */
	struct profiles *profiles;
	size_t max; /* files at a time, at least 2 */

	struct run *list; /* in the order of the profiles */
	size_t n;
	struct cg_header header; /* of the last one */
	struct cg_error error;   /* of the files */
};

/*
 * Writes the rows of the table, which is then empty, or those of the readers to
 * a run of their own.  Returns MERGE_START_OVER also if no temporary file can be
 * made or written, and MERGE_FAILED only if one of the readers fails.
 */
enum merge_status runs_add_sums(struct runs *runs, struct row_sums *sums);
enum merge_status
runs_add_merged(struct runs *runs, struct cg_reader *const *readers, size_t n);

/*
 * Opens all runs from their beginning, with room for `more` readers after
 * theirs.  The caller closes them and frees the list.  Returns NULL if a run
 * cannot be read.
 */
struct cg_reader **runs_open(struct runs *runs, size_t more);

/* Removes all runs. */
void runs_release(struct runs *runs);

#endif
