/* SPDX-License-Identifier: BSD-2-Clause */
/* The calls around a function, in the layout of callgrind_annotate. */
#ifndef TREE_H
#define TREE_H

#include "report.h"

/* makes the table's columns wide enough for all calls that may be printed */
void tree_widen(const struct report *report, struct widths *widths);

/* a line for each caller of the function, before it */
void tree_print_callers(struct report *report, const struct widths *widths,
    const struct entry *function);

/* a line for each function that it called, behind it */
void tree_print_callees(struct report *report, const struct widths *widths,
    const struct entry *function);

#endif
