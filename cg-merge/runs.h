/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs: sums of some of the profiles in temporary files, in canonical order.
 * They take no memory until they are merged.
 */
#ifndef RUNS_H
#define RUNS_H

#include <stddef.h>

#include "profiles.h"
#include "stream.h"
#include "row_sums.h"

struct runs {
	/* set by the caller; the others are zeroed */
	struct profiles *profiles;
	size_t max; /* as many files as may be open */

	int *fds; /* of the files, in the order of the profiles */
	size_t n;
	struct cg_header header; /* of the last one */
	struct cg_error error;   /* of the files */
};

/*
 * Writes the sums, which are then empty, or the merged rows of the readers to a
 * run of their own.  Returns MERGE_START_OVER also if there are `max` runs or
 * if no temporary file can be made or written, and MERGE_FAILED only if one of
 * the readers fails.
 */
enum merge_status runs_add_sums(struct runs *runs, struct row_sums *sums);
enum merge_status
runs_add_merged(struct runs *runs, struct cg_reader *const *readers, size_t n);

/*
 * Opens all runs, with room for `more` readers after theirs.  The caller closes
 * them and frees the list.  Returns NULL if a run cannot be read.
 */
struct cg_reader **runs_open(struct runs *runs, size_t more);

/* Removes all runs. */
void runs_release(struct runs *runs);

#endif
