/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PHP_FUNCTIONS_H
#define CGCOLLECT_PHP_FUNCTIONS_H

#include "scripts/interpreter.h"

/* Returns the code of the function that runs in the frame, or NULL if that is none of a
 * script. */
struct script_code *php_code_of(Addr frame);

/* True if the instruction is one of the code. */
Bool php_is_in(const struct script_code *code, Addr instr);

/* The line of an instruction, and the instructions beside it that are of that line. */
struct php_line {
	Addr instr; /* 0: none */
	struct code_range range;
	struct cost *cost;
};

/* Finds the line of an instruction.  Returns NULL if it is none of the code. */
const struct php_line *php_find_line(struct script_code *code, Addr instr);

#endif
