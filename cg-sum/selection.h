/* SPDX-License-Identifier: BSD-2-Clause */
/* Selects the rows of a table that are large enough to be shown. */
#ifndef SELECTION_H
#define SELECTION_H

#include "table.h"

struct row_selection {
	struct sizes largest; /* of each row, the largest of all inputs */
	bool *kept;           /* one a row */
};

/* The ranking must be resolved for the table's header. */
void row_selection_make(struct row_selection *selection,
    const struct table *table, const struct ranking *ranking);

void row_selection_release(struct row_selection *selection);

#endif
