/* SPDX-License-Identifier: BSD-2-Clause */
/* What records are made of. */
#ifndef RECORD_H
#define RECORD_H

#include "cgfmt.h"

/* makes a record of Cachegrind's format: sets all members but counts; given is
 * NULL */
void record_set_costs(struct cg_record *record, const char *file,
    const char *function, int64_t line);

/* Bytewise, by object, def_file, function and file. */
int record_compare_places(const struct cg_record *a, const struct cg_record *b);

/* By kind, then object, file, function (bytewise), address and line of the
 * target. */
int
record_compare_targets(const struct cg_record *a, const struct cg_record *b);

#endif
