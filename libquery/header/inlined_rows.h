/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether inlined functions have rows of their own in a profile: its header says
 * "desc: Inlined functions: rows of their own".
 */
#ifndef INLINED_ROWS_H
#define INLINED_ROWS_H

#include <stdbool.h>

#include "cgfmt.h"

extern const char inlined_rows_desc[];

/* True if they have. */
bool inlined_rows_in(const struct cg_header *header);

/*
 * Gives a row of inlined code to its host, which makes it a row of --inline=no.
 * Returns false for a call to inlined code, which is no call there.
 */
bool inlined_rows_give_to_host(struct cg_record *record);

/* Takes the description out of a header.  Returns its new list of descriptions, to be
 * freed after the last use of the header. */
const char **inlined_rows_forget(struct cg_header *header);

/* Ends the program if one of the profiles has them and the other has not: their
 * functions would be different ones. */
void inlined_rows_demand_same(const struct cg_header *first,
    const char *first_path, const struct cg_header *header, const char *path);

#endif
