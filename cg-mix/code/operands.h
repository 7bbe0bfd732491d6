/* SPDX-License-Identifier: BSD-2-Clause */
/* The operands of an instruction, as objdump prints them. */
#ifndef OPERANDS_H
#define OPERANDS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_OPERANDS = 8 };

/* A piece of the text. */
struct operand {
	const char *text;
	size_t len;
};

struct operands {
	size_t n;
	struct operand list[MOST_OPERANDS];
};

/* Cuts the text behind the mnemonic at commas outside of brackets, up to a comment or a symbol. */
void operands_split(struct operands *operands, const char *text);

/* True if the operand contains the word. */
bool operand_has(const struct operand *operand, const char *word);

/* True if both are the same text. */
bool operand_is_same(const struct operand *a, const struct operand *b);

#endif
