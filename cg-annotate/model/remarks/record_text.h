/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of a compiler's record, which can be gzipped, while it is read. */
#ifndef RECORD_TEXT_H
#define RECORD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct record_text {
	const char *path;
	char *begin; /* ends in a NUL */
	const char *at, *end;
};

/* Reads the file whole.  Ends the program if that fails; `path` must outlive the text. */
void record_text_read(struct record_text *text, const char *path);

/* Ends the program: "PATH:LINE:COLUMN: expected a colon, found "x"", for what is read next. */
_Noreturn void
record_text_die(const struct record_text *text, const char *expected);

/* Reads an integer.  False if there is none, or it does not fit. */
bool record_text_number(struct record_text *text, int64_t *value);

/* Reads hexadecimal digits, at most eight. */
uint32_t record_text_digits(struct record_text *text, size_t n);

void record_text_release(struct record_text *text);

/* --- text that is put together ------------------------------------------------ */

struct growing_text {
	char *text; /* ends in a NUL; NULL: nothing was added */
	size_t len, size;
};

void growing_text_add(struct growing_text *to, const char *text, size_t len);

/* Adds a character as UTF-8. */
void growing_text_add_character(struct growing_text *to, uint32_t character);

void growing_text_clear(struct growing_text *text);

#endif
