/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and writes plain rows of numbers fast. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stddef.h>
#include <stdint.h>

enum { NUMBERS_SLACK = 8 }; /* bytes read beyond the row */

/*
 * Reads a line of exactly n numbers without sign, of at most 18 digits, with
 * one space between them and a newline after the last.  Returns the start of
 * the next line, or NULL if the line has any other form; it may still be a row.
 */
const char *numbers_read(const char *p, int64_t *numbers, size_t n);

enum { NUMBERS_CHARS = 21 }; /* the longest number, with its space */

/*
 * Writes n numbers, each after a space, so that the last one ends right before
 * `end`.  Returns the place of the first space.
 */
char *numbers_write(char *end, const int64_t *numbers, size_t n);

#endif
