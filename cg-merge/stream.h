/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges sorted profiles while they are read, in constant memory. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

#include "cgfmt.h"
#include "operation.h"

enum stream_status {
	STREAM_ERROR = -1, /* of a reader */
	STREAM_DONE = 0,
	/* rows are not in canonical order, a sum does not fit in 64 bits, a
	 * profile is damaged, or the writer failed: the profiles must be merged
	 * in memory */
	STREAM_REFUSED = 1,
};

/*
 * Puts the merged rows of n readers of Cachegrind's format, whose rows have
 * these many events.  nprofiles is n, or more if readers read sums of profiles.
 */
enum stream_status
stream_put(struct cg_reader *const *readers, size_t n, enum operation operation,
    size_t nprofiles, size_t nevents, struct cg_writer *writer);

#endif
