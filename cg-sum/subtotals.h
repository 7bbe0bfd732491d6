/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of two keys. */
#ifndef SUBTOTALS_H
#define SUBTOTALS_H

#include "libquery/row_selection.h"
#include "table.h"

/*
 * Puts the kept rows of each first key below a row of its own, the subtotal, and the
 * largest subtotal first.  The rows of a first key that are not kept are one row
 * after the others, cg_filtered, so that the rows below a subtotal add up to it.  If none is
 * kept, there is no subtotal, and they are added to the hidden sums of the table.
 * Leaves room for one more row.  Ends the program if a sum does not fit in 64 bits.
 */
void
subtotals_arrange(struct table *table, const struct row_selection *selection);

#endif
