/* SPDX-License-Identifier: BSD-2-Clause */
/* The header of the difference. */
#ifndef HEADING_H
#define HEADING_H

#include <stddef.h>

#include "cgfmt.h"
#include "diff.h"

/* the columns of the output for each event: the difference, then the sides */
size_t heading_columns(const struct options *options);

/*
 * The header of the output, in the given format, of the headers of the inputs,
 * which must outlive it.  Ends the program where the old profile has an event
 * of a side's name.
 */
struct cg_header *
heading_new(const struct options *options, const struct cg_header *old,
    const struct cg_header *new, enum cg_format format);

void heading_free(const struct options *options, struct cg_header *heading);

#endif
