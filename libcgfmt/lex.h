/* SPDX-License-Identifier: BSD-2-Clause */
/* Pure functions on a text that ends at `end`; none looks beyond it. */
#ifndef LEX_H
#define LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* blanks between the words of a line: space and tab */
bool lex_is_blank(char c);

/* first byte from p on that is no blank */
const char *lex_skip_blanks(const char *p, const char *end);

/* first blank from p on: the end of the word that starts at p */
const char *lex_word_end(const char *p, const char *end);

/* one past the last byte before end that is no blank */
const char *lex_trim_end(const char *p, const char *end);

/* one past `prefix` where the text starts with it, else NULL */
const char *lex_after(const char *p, const char *end, const char *prefix);

/*
 * A number without sign, decimal or hexadecimal ("0x1f").  How many bytes it
 * takes, 0 where there is none, -1 where it does not fit in 64 bits.
 */
int lex_natural(const char *p, const char *end, uint64_t *number);

/* whether the text has a byte that cg_escape would change */
bool lex_has_control(const char *p, const char *end);

#endif
