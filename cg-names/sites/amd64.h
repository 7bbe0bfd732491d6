/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions of amd64, as far as they move or change addresses. */
#ifndef AMD64_H
#define AMD64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum amd64_kind {
	AMD64_OTHER, /* changes only registers of `writes` */
	AMD64_MOVE,  /* a register into another one, all 64 bits */
	AMD64_LOAD,  /* the same from memory */
	AMD64_STORE, /* the same into memory */
	AMD64_CALL,
	AMD64_JUMP,
	AMD64_BRANCH, /* a jump on a condition */
	AMD64_RETURN,
};

enum { AMD64_NONE = 16 }; /* no register */

/* registers have their numbers in instructions, not those of DWARF */
struct amd64 {
	enum amd64_kind kind;
	unsigned int size;
	uint32_t writes;    /* a bit for each register */
	unsigned int reg;   /* moved or stored; of a load: the target */
	unsigned int from;  /* of a move */
	unsigned int base;  /* of memory, or AMD64_NONE */
	bool has_index;     /* there is more than a base */
	bool writes_memory; /* there or on the stack */
	uint64_t address; /* of memory relative to the instruction, or a target;
	                       0: not known */
	int64_t offset;   /* from the base */
};

/* Decodes the instruction at an address.  False if it is not known, or not all
 * there. */
bool amd64_decode(struct amd64 *instruction, uint64_t address,
    const unsigned char *code, size_t size);

/* Returns the number that DWARF has for a register. */
unsigned int amd64_dwarf_register(unsigned int reg);

#endif
