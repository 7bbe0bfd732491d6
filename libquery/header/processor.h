/* SPDX-License-Identifier: BSD-2-Clause */
/* The description of the processor that the program was shown, "CPU: ...". */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include "cgfmt.h"

/* Returns how the processors of two profiles differ, "A and B", to be freed; NULL: they do not, or
 * a profile is a difference, which is of two. */
char *processor_difference(
    const struct cg_header *first, const struct cg_header *other);

#endif
