/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes the result of a load late, which is how LLVM's model gets to know of a miss. */
#ifndef LOAD_DELAY_H
#define LOAD_DELAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns instructions, a line each, that take a number of cycles and need and change the
 * register that an instruction loads, to be freed.  Returns NULL if the instruction does more
 * than loading a register, so that what it changes may not depend on the memory.  `machine` is
 * a name as in struct names_code.
 */
char *load_delay_new(const char *machine, const char *text, int cycles);

/* Sets the register of 64 bits that a general one of x86 is a part of: "eax", "r8d", "sil".  False
 * if there is none, as for the stack pointer. */
bool register_whole(char to[8], const char *name, size_t len);

/* True if two instructions have operands in memory at the same base register: "8(%rax)" and
 * "(%rax)", "[x1]" and "[x1, #8]". */
bool load_delay_shares_base(const char *text, const char *other);

/* True if an instruction with an operand in memory has one in a vector register, too. */
bool load_delay_is_of_vector(const char *text);

#endif
