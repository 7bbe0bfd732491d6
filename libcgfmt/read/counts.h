/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a row: one for each event of the header. */
#ifndef COUNTS_H
#define COUNTS_H

#include "read/parse.h"

/* reads counts up to the end of the line; given says which were written */
int counts_read(struct parse *parse, const struct cg_header *header,
    const char *p, const char *end, int64_t *counts, bool *present);

/* as cg_parse_int, also of the hexadecimal numbers that Callgrind's format has
 */
int counts_number(
    enum cg_format format, const char *p, const char *end, int64_t *number);

/* adds them to the totals; an error where a sum does not fit */
int counts_add(struct parse *parse, const struct cg_header *header,
    const int64_t *counts, int64_t *totals);

/* error unless the counts found in `what` are the sum of the rows */
int counts_demand(struct parse *parse, const struct cg_header *header,
    const char *what, const int64_t *rows, const int64_t *found);

#endif
