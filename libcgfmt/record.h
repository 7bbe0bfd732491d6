/* SPDX-License-Identifier: BSD-2-Clause */
/* Records as Cachegrind's format has them. */
#ifndef RECORD_H
#define RECORD_H

#include "cgfmt.h"

/* sets all members but counts; given is NULL */
void record_set_costs(struct cg_record *record, const char *file,
    const char *function, int64_t line);

#endif
