/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins loops of the same source: what a compiler unrolled, split or inlined several times. */
#ifndef LOOP_COPIES_H
#define LOOP_COPIES_H

#include "loop_list.h"

/*
 * Makes a row of each loop of the functions, and one row of the copies that are in the same loop.  A
 * row stands before those in it.  Ends the program if a sum does not fit in 64 bits.
 */
struct loop_row *loop_copies_join(const struct function_loops *functions,
    size_t nfunctions, size_t nevents, size_t *nrows);

void loop_row_release(struct loop_row *row);

#endif
