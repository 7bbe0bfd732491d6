/* SPDX-License-Identifier: BSD-2-Clause */
/* The header of the difference. */
#ifndef DIFF_HEADER_H
#define DIFF_HEADER_H

#include <stddef.h>

#include "cgfmt.h"
#include "diff.h"

/* the columns of the output for each event: the difference, then the sides */
size_t diff_header_columns(const struct options *options);

/*
 * The header of the output, in the given format, of the headers of the inputs,
 * which must outlive it.  Ends the program where the old profile has an event
 * of a side's name.
 */
struct cg_header *
diff_header_new(const struct options *options, const struct cg_header *old,
    const struct cg_header *new, enum cg_format format);

void diff_header_free(const struct options *options, struct cg_header *header);

#endif
