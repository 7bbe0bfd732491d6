/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of the instructions of arm64. */
#ifndef ARM64_TABLE_H
#define ARM64_TABLE_H

#include "cg-mix/code/mnemonics.h"

enum arm64_kind {
	ARM64_NOTHING,
	ARM64_FLOAT,
	ARM64_INTEGER, /* if its registers are vectors */
	ARM64_LOGIC,   /* the same, by 64 bits */
	ARM64_LOAD,    /* of registers */
	ARM64_STORE,
	ARM64_CHANGE,     /* both */
	ARM64_LOAD_LIST,  /* of a list of vectors: "{v0.4s, v1.4s}" */
	ARM64_LOAD_EQUAL, /* an element for all lanes of each */
	ARM64_STORE_LIST
};

enum {
	ARM64_DIVIDES = 1 << 0, /* each lane */
	ARM64_BRANCHES = 1 << 1,
	ARM64_CALLS = 1 << 2,
};

struct arm64_row {
	const char *names;
	const struct suffix *suffixes; /* with the bits that it accesses */
	enum arm64_kind kind;
	unsigned int operations; /* of each lane */
	unsigned int flags;
	/* of accesses */
	unsigned int operand;   /* the number of the register */
	unsigned int registers; /* how many there are */
	unsigned int bytes;     /* of each; 0: the whole register */
};

extern const struct arm64_row arm64_table[];
extern const size_t arm64_table_rows;

#endif
