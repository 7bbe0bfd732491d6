/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How wide texts are in columns of a terminal: most characters take one, those of East Asian
 * scripts two, and marks that combine with the one before them none.  A byte or character that
 * printer_bytes escapes counts as four.
 */
#ifndef TEXT_WIDTH_H
#define TEXT_WIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

size_t text_width(const char *text, size_t len);

/* Returns the number of bytes at the start of a text that fit into the width.
 */
size_t text_fit(const char *text, size_t len, size_t width);

/* Returns the longest end of a text that is at most so wide. */
const char *text_tail(const char *text, size_t width);

/* Returns the code point of a well-formed character of len bytes, as cg_utf8_length counts them. */
uint32_t text_code_point(const char *p, size_t len);

/* Returns the length of the character at p, and sets its width. */
size_t text_character(const char *p, const char *end, size_t *width);

/* True for most characters: they are one byte, and printable. */
static inline bool
text_is_ascii(char c)
{
	return ' ' <= c && c <= '~';
}

enum { NAME_MOST = 4096 /* bytes of a name in a report */ };

/*
 * Sets *head to the bytes of a name to print before the ellipsis, and returns
 * what to print after it; NULL: the name is not so long, and is all of *head.
 */
const char *name_tail(const char *name, size_t *head);

#endif
