/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loops of machine code, and how they are drawn beside it:
 *
 *	+-> the first instruction of a loop
 *	|
 *	+-- a jump back to it
 */
#ifndef LOOPS_H
#define LOOPS_H

#include "machine_code.h"

enum {
	LOOP_COLUMNS = 6,                  /* the most that are drawn */
	LOOP_MARGIN = 2 * LOOP_COLUMNS + 2 /* room for a margin with its NUL */
};

struct code_loop {
	size_t head, end; /* the first instruction, and the last jump to it */
	size_t column;    /* from 0, the innermost */
};

struct code_loops {
	const struct machine_code *code;
	size_t n;
	struct code_loop *list;
	size_t ncolumns; /* that are drawn */
};

/* Finds the jumps back that were taken. */
void loops_find(struct code_loops *loops, const struct machine_code *code);

/* Writes what is drawn beside instruction i, or between it and the one before. */
void
loops_margin(const struct code_loops *loops, size_t i, char to[LOOP_MARGIN]);
void loops_margin_before(
    const struct code_loops *loops, size_t i, char to[LOOP_MARGIN]);

void loops_release(struct code_loops *loops);

#endif
