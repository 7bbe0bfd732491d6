/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table of cg-sum, or rows of cg-export: names and counts come from the input of a target.
 * Names are clean, as the library returns them.
 */
#ifndef HOSTILE_TABLE_H
#define HOSTILE_TABLE_H

#include "cg-export/ranked_rows.h"
#include "cg-sum/table.h"

/*
 * Makes a table of `ninputs` inputs.  The lines of the text are: the command,
 * the names of up to three events, a description of a partial input, the names
 * of the inputs, and for each row a file and a function.  Missing lines are
 * empty.  The table lives until the release.
 */
const struct table *hostile_table_make(const uint8_t *data, size_t size,
    size_t ninputs, enum detail detail, bool has_negative);

/* Returns the rows of a table of one input as cg-export writes them; they live as long. */
const struct ranked_rows *hostile_table_ranked(const struct table *table);

void hostile_table_release(void);

#endif
