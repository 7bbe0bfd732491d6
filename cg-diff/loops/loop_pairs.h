/* SPDX-License-Identifier: BSD-2-Clause */
/* Pairs loops of both profiles by their places in the source. */
#ifndef LOOP_PAIRS_H
#define LOOP_PAIRS_H

#include "loop_sides.h"

/* Makes the list of the sides: pairs, and loops that only one profile has. */
void loop_pairs_make(struct loop_sides *sides);

#endif
