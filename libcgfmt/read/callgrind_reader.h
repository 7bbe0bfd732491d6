/* SPDX-License-Identifier: BSD-2-Clause */
/* The body of a profile in Callgrind's format. */
#ifndef CALLGRIND_READER_H
#define CALLGRIND_READER_H

#include "read/header_reader.h"

struct callgrind_reader;

/*
 * Returns NULL when out of memory; parse and header must outlive the reader.  A
 * part that contradicts pid, part or thread of the header sets it to NULL,
 * unless the reader stops at parts.
 */
struct callgrind_reader *
callgrind_reader_new(struct parse *parse, struct header *header);

/* Sets the mode CG_STOP_AT_PARTS. */
void callgrind_reader_stop_at_parts(struct callgrind_reader *callgrind);

/* Sets the mode CG_CONTEXTS. */
void callgrind_reader_keep_contexts(struct callgrind_reader *callgrind);

/* Sets the mode CG_REGIONS, and takes the description of the first region out of
 * the header. */
void callgrind_reader_keep_regions(struct callgrind_reader *callgrind);

/* As cg_reader_next_part. */
bool callgrind_reader_next_part(struct callgrind_reader *callgrind);

/* As cg_reader_next, _totals, _summary and _nrows; errors go to the parse's. */
int callgrind_reader_next(
    struct callgrind_reader *callgrind, struct cg_record *record);
const int64_t *
callgrind_reader_totals(const struct callgrind_reader *callgrind);
const int64_t *
callgrind_reader_summary(const struct callgrind_reader *callgrind);
uint64_t callgrind_reader_nrows(const struct callgrind_reader *callgrind);

/* As cg_reader_ignored. */
const char *callgrind_reader_ignored(const struct callgrind_reader *callgrind);

/* callgrind may be NULL */
void callgrind_reader_free(struct callgrind_reader *callgrind);

#endif
