/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the two profiles of --diff as cg-diff does. */
#ifndef COMPARISON_H
#define COMPARISON_H

#include "cgfmt.h"

struct report;

/*
 * Gives the difference of the rows to the report's stores and warns of other builds.  Both
 * readers have read their headers only, and stay open.  Ends the program on an error.
 */
void comparison_read(
    struct report *report, struct cg_reader *old, struct cg_reader *new);

#endif
