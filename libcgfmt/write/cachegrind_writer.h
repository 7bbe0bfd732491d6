/* SPDX-License-Identifier: BSD-2-Clause */
/* Header, rows and end of a profile in Cachegrind's format. */
#ifndef CACHEGRIND_WRITER_H
#define CACHEGRIND_WRITER_H

#include "write/print.h"

struct cachegrind_writer;

/* Returns NULL when out of memory; print and header must outlive the writer. */
struct cachegrind_writer *cachegrind_writer_new(
    const struct print *print, const struct cg_header *header);

/* Each returns 0, or -1 on an error. */
int cachegrind_writer_begin(struct cachegrind_writer *writer);
/* same_names: the names are the same as in the record put last */
int cachegrind_writer_put(struct cachegrind_writer *writer,
    const struct cg_record *record, bool same_names);
int
cachegrind_writer_end(struct cachegrind_writer *writer, const int64_t *totals);

/* writer may be NULL */
void cachegrind_writer_free(struct cachegrind_writer *writer);

#endif
