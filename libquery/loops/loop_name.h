/* SPDX-License-Identifier: BSD-2-Clause */
/* What a loop is called: its function, its place in the source, and what else is to be said of it. */
#ifndef LOOP_NAME_H
#define LOOP_NAME_H

#include "loop_copies.h"

/* Returns the name of the function whose source the loop is. */
const char *loop_function(const struct loop_row *row);

/* Returns "FILE:14-15", or addresses if the lines are not known; is_base: without directories.
 * The caller frees it. */
char *loop_place(const struct loop_row *row, bool is_base);

/* Returns " (3 copies, 2 entries)", or "".  The caller frees it. */
char *loop_note(const struct loop_row *row);

#endif
