/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads rows of kind CG_COSTS in a thread, ahead of the caller. */
#ifndef READAHEAD_H
#define READAHEAD_H

#include "bytes/ring.h"
#include "cgfmt.h"

struct readahead;

/*
 * Starts a thread that calls next(source, record) until it returns 0 or -1.
 * The thread owns the source until readahead_next returned that 0 or -1, or
 * until the readahead is freed.  Records must be of Cachegrind's format: only
 * names, line, counts and `present` are passed on.  The error is the one that
 * `next` sets; the thread sets it when out of memory.  Returns NULL if no
 * thread can be started or if rows are longer than a block.
 */
struct readahead *
readahead_start(int (*next)(void *source, struct cg_record *record),
    void *source, size_t nevents, struct cg_error *error);

/* As cg_reader_next. */
int readahead_next(struct readahead *ahead, struct cg_record *record);

/* Ends the thread; ahead may be NULL. */
void readahead_free(struct readahead *ahead);

#endif
