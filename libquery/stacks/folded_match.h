/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matches the stacks of two profiles that are compared: one of them can tell stacks apart
 * that cg-collect has folded in the other one.  A stack of one profile is folded if it
 * costs no more than a folded one of the other can, and the other has something folded
 * below its nearest caller.  The lines of a context are folded in both if they are in
 * one.  So what is only folded is no change.
 */
#ifndef FOLDED_MATCH_H
#define FOLDED_MATCH_H

#include "cgfmt.h"

struct folded_side {
	const char *path;
	const struct cg_header *header; /* says what is folded */
	const struct cg_header *events; /* those of the rows, and their names */
	struct cg_profile *rows;
	struct cg_error *error; /* of the rows */
};

/* Folds stacks in both profiles, if one of them has folded some: frees their rows, and
 * makes others, which may be out of order.  The rows must be sorted, and their stacks
 * without places of calls.  Ends the program on an error. */
void folded_match(struct folded_side *old, struct folded_side *new);

#endif
