/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the row of a decoding table by the name of an instruction. */
#ifndef MNEMONICS_H
#define MNEMONICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The end of a name.  A list of them ends with text NULL. */
struct suffix {
	const char *text;
	uint8_t bits;   /* of a lane; 0: the suffix says nothing of it */
	bool is_scalar; /* it works on one lane of a vector register */
};

enum { MNEMONIC_SIZE = 24 }; /* of the longest name of a table, and more */

struct mnemonic {
	char name[MNEMONIC_SIZE];
	size_t row;
	const struct suffix *suffix;
};

/* Zeroed, there are none. */
struct mnemonics {
	size_t n;
	struct mnemonic *list; /* in order of names, since mnemonics_sort */
};

/* Adds all names, "A B ...", of a row of the table, each with the prefix and each suffix. */
void mnemonics_add(struct mnemonics *mnemonics, size_t row, const char *prefix,
    const char *names, const struct suffix *suffixes);

/* Call after all were added. */
void mnemonics_sort(struct mnemonics *mnemonics);

/* Returns the instruction with a name of len bytes; NULL: there is none. */
const struct mnemonic *
mnemonics_find(const struct mnemonics *mnemonics, const char *name, size_t len);

void mnemonics_release(struct mnemonics *mnemonics);

/* The list of one suffix, which is empty. */
extern const struct suffix no_suffix[];

#endif
