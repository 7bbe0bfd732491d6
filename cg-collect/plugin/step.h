/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_STEP_H
#define CGCOLLECT_STEP_H

#include "superblock.h"

/*
 * Functions that execute a segment, for generated code to call: by the number
 * of its step's lines, less one, and of its accesses.  The arguments are the
 * step and the addresses of the accesses.
 */
typedef void *const step_table[SEGMENT_LINES][SEGMENT_ACCESSES + 1];

extern step_table step_functions;

/* Of a segment that ends with a conditional branch: a last argument is whether
 * it is taken, 0 or 1. */
extern step_table step_branch_functions;

/* Of one that ends with an indirect jump or call: a last argument is the
 * target. */
extern step_table step_jump_functions;

#endif
