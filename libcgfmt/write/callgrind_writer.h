/* SPDX-License-Identifier: BSD-2-Clause */
/* Header, rows and end of a profile in Callgrind's format. */
#ifndef CALLGRIND_WRITER_H
#define CALLGRIND_WRITER_H

#include "write/print.h"

struct callgrind_writer;

/* Returns NULL when out of memory; print and header must outlive the writer. */
struct callgrind_writer *
callgrind_writer_new(const struct print *print, const struct cg_header *header);

/* As cg_writer_compress. */
void callgrind_writer_compress(
    struct callgrind_writer *writer, bool names, bool positions);

/* Each returns 0, or -1 on an error. */
int callgrind_writer_begin(struct callgrind_writer *writer);
int callgrind_writer_put(
    struct callgrind_writer *writer, const struct cg_record *record);

/* The same, at the end of a part.  Writes only totals if summary is NULL. */
int callgrind_writer_end(struct callgrind_writer *writer,
    const int64_t *summary, const int64_t *totals);

/* Starts another part, after the end of the last one, for rows of the region;
 * NULL: of none. */
int callgrind_writer_begin_part(struct callgrind_writer *writer,
    const struct cg_header *header, const char *region);

/* True if rows of the region, NULL: of none, belong to the current part. */
bool callgrind_writer_is_in(
    const struct callgrind_writer *writer, const char *region);

/* writer may be NULL */
void callgrind_writer_free(struct callgrind_writer *writer);

#endif
