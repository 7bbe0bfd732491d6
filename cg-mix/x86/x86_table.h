/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of the instructions of x86-64 and i386, by their names in Intel's syntax. */
#ifndef X86_TABLE_H
#define X86_TABLE_H

#include "cg-mix/code/mnemonics.h"

/* What an instruction does to its first operand if that is memory; it reads the others. */
enum x86_access {
	X86_WRITES,
	X86_READS,
	X86_CHANGES, /* reads and writes */
	X86_IGNORES  /* uses no operand of memory: lea */
};

enum x86_kind { X86_NOTHING, X86_FLOAT, X86_INTEGER /* in vectors */ };

enum {
	X86_VEX = 1 << 0, /* there is another one with "v" before the name */
	X86_DIVIDES = 1 << 1, /* each lane */
	X86_BRANCHES = 1 << 2,
	X86_CALLS = 1 << 3,
	X86_PUSHES = 1 << 4, /* a word */
	X86_POPS = 1 << 5,
	X86_STRING = 1 << 6,   /* may repeat itself */
	X86_GATHERS = 1 << 7,  /* or scatters; by indices of so many bits */
	X86_CLEARS = 1 << 8,   /* computes nothing from equal operands */
	X86_IMPLICIT = 1 << 9, /* writes memory that is no operand */
};

struct x86_row {
	const char *names;
	const struct suffix *suffixes;
	enum x86_access access;
	enum x86_kind kind;
	unsigned int operations; /* of each lane */
	unsigned int lane;       /* its bits; 0: the suffix says it */
	unsigned int flags;
	/* of memory, if the text does not say it; or the bits of an index */
	unsigned int size;
};

extern const struct x86_row x86_table[];
extern const size_t x86_table_rows;

#endif
