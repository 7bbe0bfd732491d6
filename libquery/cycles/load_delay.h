/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes the result of a load late, which is how LLVM's model gets to know of a miss. */
#ifndef LOAD_DELAY_H
#define LOAD_DELAY_H

/*
 * Returns instructions, a line each, that take a number of cycles and need and change the
 * register that an instruction loads, to be freed.  Returns NULL if the instruction does more
 * than loading a register, so that what it changes may not depend on the memory.  `machine` is
 * a name as in struct names_code.
 */
char *load_delay_new(const char *machine, const char *text, int cycles);

#endif
