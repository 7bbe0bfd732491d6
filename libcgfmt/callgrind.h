/* SPDX-License-Identifier: BSD-2-Clause */
/* The body of a profile in Callgrind's format. */
#ifndef CALLGRIND_H
#define CALLGRIND_H

#include "header.h"

struct callgrind;

/* NULL when out of memory; parse and header must outlive it */
struct callgrind *
callgrind_new(struct parse *parse, const struct header *header);

/* as cg_reader_next, _totals and _summary, of the header's events */
int callgrind_next(struct callgrind *callgrind, struct cg_record *record);
const int64_t *callgrind_totals(const struct callgrind *callgrind);
const int64_t *callgrind_summary(const struct callgrind *callgrind);

void callgrind_free(struct callgrind *callgrind);

#endif
