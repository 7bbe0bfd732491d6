/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table of cg-sum whose names and counts come from the input of a target.
 * Names are clean, as the library returns them.
 */
#ifndef HOSTILE_TABLE_H
#define HOSTILE_TABLE_H

#include "cg-sum/table.h"

/*
 * Makes a table of `ninputs` inputs.  The lines of the text are: the command,
 * the names of up to three events, a description of a partial input, the names
 * of the inputs, and for each row a file and a function.  Missing lines are
 * empty.  The table lives until the release.
 */
const struct table *hostile_table_make(const uint8_t *data, size_t size,
    size_t ninputs, enum detail detail, bool has_negative);

void hostile_table_release(void);

#endif
