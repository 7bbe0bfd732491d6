/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of costs that a thread reads ahead of who takes them. */
#ifndef AHEAD_H
#define AHEAD_H

#include "bytes/ring.h"
#include "cgfmt.h"

struct ahead;

/*
 * Starts a thread that calls next(source, record) until it gives 0 or -1; the
 * source belongs to it until ahead_next gave the same, or the release.  Of the
 * records only names, line, counts and `given` are looked at: they are of kind
 * CG_COSTS, without object, def_file and address.  NULL where there can be no
 * thread, or the rows are too long.
 */
struct ahead *ahead_start(int (*next)(void *source, struct cg_record *record),
    void *source, size_t nevents);

/* as cg_reader_next */
int ahead_next(struct ahead *ahead, struct cg_record *record);

/* ahead may be NULL */
void ahead_free(struct ahead *ahead);

#endif
