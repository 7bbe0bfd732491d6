/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes the header of the difference. */
#ifndef DIFF_HEADER_H
#define DIFF_HEADER_H

#include <stddef.h>

#include "cgfmt.h"
#include "diff.h"

/* Columns of the output for each event: the difference, then the sides. */
size_t diff_header_columns(const struct options *options);

/*
 * Returns the header of the output, in the given format.  The headers of the
 * inputs must outlive it.  Ends the program if an event of the old profile has
 * the name of a side.
 */
struct cg_header *
diff_header_new(const struct options *options, const struct cg_header *old,
    const struct cg_header *new, enum cg_format format);

/* Warns if the programs of the two profiles were shown different processors, or
 * different memory systems were simulated. */
void
diff_header_compare(const struct cg_header *old, const struct cg_header *new);

/* Warns if different caches were simulated that some of the n events depend on. */
void diff_header_compare_caches(const struct cg_header *old,
    const struct cg_header *new, const struct cg_event *events, size_t n);

void diff_header_free(const struct options *options, struct cg_header *header);

#endif
