/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The registers that an instruction needs and changes, told from its text.  It is a good guess:
 * who relies on it lets llvm-mca run what follows from it.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { NREGISTERS = 128 };

struct registers {
	uint64_t address[NREGISTERS / 64]; /* needed for memory */
	uint64_t read[NREGISTERS / 64];    /* needed otherwise */
	uint64_t written[NREGISTERS / 64];
};

/* `machine` is a name as in struct names_code. */
struct registers registers_of(const char *machine, const char *text);

/* Returns the number of a register of x86, NREGISTERS if it is none. */
unsigned registers_number_x86(const char *name);

static inline bool
registers_have(const uint64_t *set, unsigned number)
{
	return (set[number / 64] >> number % 64 & 1) != 0;
}

#endif
