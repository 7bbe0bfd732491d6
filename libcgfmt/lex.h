/* SPDX-License-Identifier: BSD-2-Clause */
/* Pure functions on a text that ends at `end`; none reads beyond it. */
#ifndef LEX_H
#define LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True for the blanks between words: space and tab. */
bool lex_is_blank(char c);

/* The first byte from p on that is not a blank, or end. */
const char *lex_skip_blanks(const char *p, const char *end);

/* The first blank from p on, or end: the end of the word at p. */
const char *lex_word_end(const char *p, const char *end);

/* The end of the text without the blanks before it. */
const char *lex_trim_end(const char *p, const char *end);

/* The text after `prefix`, or NULL if the text does not start with it; without
 * looking at the first character. */
const char *lex_after_first(const char *p, const char *end, const char *prefix);

/* The same for all of a prefix, which is not empty.  Lines are compared with many
 * keywords, most of which begin with another letter. */
static inline const char *
lex_after(const char *p, const char *end, const char *prefix)
{
	return p < end && *p == *prefix ? lex_after_first(p, end, prefix)
					: NULL;
}

/*
 * Reads a number without sign, decimal or hexadecimal ("0x1f").  Returns how
 * many bytes it takes, 0 if there is none, or -1 if it does not fit in 64 bits.
 */
int lex_natural(const char *p, const char *end, uint64_t *number);

/* True if the text has a byte that cg_escape would change. */
bool lex_has_control(const char *p, const char *end);

#endif
