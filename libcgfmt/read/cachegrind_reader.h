/* SPDX-License-Identifier: BSD-2-Clause */
/* The body of a profile in Cachegrind's format. */
#ifndef CACHEGRIND_READER_H
#define CACHEGRIND_READER_H

#include "read/header_reader.h"

struct cachegrind_reader;

/* Returns NULL when out of memory; parse and header must outlive the reader. */
struct cachegrind_reader *
cachegrind_reader_new(struct parse *parse, const struct header *header);

/* As CG_MERGE_LINES. */
void cachegrind_reader_merge_lines(struct cachegrind_reader *cachegrind);

/* As cg_reader_next, _totals and _nrows; errors go to the parse's. */
int cachegrind_reader_next(
    struct cachegrind_reader *cachegrind, struct cg_record *record);
const int64_t *
cachegrind_reader_totals(const struct cachegrind_reader *cachegrind);
uint64_t cachegrind_reader_nrows(const struct cachegrind_reader *cachegrind);

/* cachegrind may be NULL */
void cachegrind_reader_free(struct cachegrind_reader *cachegrind);

#endif
