/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges sorted profiles while they are read, in constant memory. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

#include "cgfmt.h"
#include "operation.h"

/*
 * Puts the merged rows of n readers of Cachegrind's format, whose rows have
 * that many events.  nprofiles is n, or more if readers read sums of profiles.
 * Never returns MERGE_FULL.
 */
enum merge_status
stream_put(struct cg_reader *const *readers, size_t n, enum operation operation,
    size_t nprofiles, size_t nevents, struct cg_writer *writer);

#endif
