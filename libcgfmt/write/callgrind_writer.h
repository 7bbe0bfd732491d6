/* SPDX-License-Identifier: BSD-2-Clause */
/* Header, rows and end of a profile in Callgrind's format. */
#ifndef CALLGRIND_WRITER_H
#define CALLGRIND_WRITER_H

#include "write/print.h"

struct callgrind_writer;

/* NULL when out of memory; what it is given must outlive it */
struct callgrind_writer *
callgrind_writer_new(const struct print *print, const struct cg_header *header);

/* as cg_writer_compress */
void callgrind_writer_compress(
    struct callgrind_writer *writer, bool names, bool positions);

int callgrind_writer_begin(struct callgrind_writer *writer);
int callgrind_writer_put(
    struct callgrind_writer *writer, const struct cg_record *record);

/* summary NULL: nothing is said beside the totals */
int callgrind_writer_end(struct callgrind_writer *writer,
    const int64_t *summary, const int64_t *totals);

void callgrind_writer_free(struct callgrind_writer *writer);

#endif
