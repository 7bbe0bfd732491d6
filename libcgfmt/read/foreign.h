/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that are no profiles, known by how they begin. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include "read/parse.h"

/*
 * Error if the input is a kind of file that is known and no profile; it says
 * which.  0 of anything else.  To be called before the first line is read.
 */
int foreign_reject(struct parse *parse);

/* error: the last line read is not the one that a header has there, or begins
 * with; returns -1 */
int foreign_line(struct parse *parse, const char *expected, bool is_first);

#endif
