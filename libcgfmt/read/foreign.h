/* SPDX-License-Identifier: BSD-2-Clause */
/* Recognises files that are not profiles by their first bytes. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include "read/parse.h"

/*
 * Fails with -1 if the input is a known kind of file that is not a profile; the
 * message names the kind.  Else returns 0.  Call before the first line is
 * read.
 */
int foreign_reject(struct parse *parse);

/* Fails because a header cannot have the last line read there, or cannot start
 * with it; returns -1. */
int foreign_line(struct parse *parse, const char *expected, bool is_first);

#endif
