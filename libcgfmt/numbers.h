/* SPDX-License-Identifier: BSD-2-Clause */
/* The numbers of a row as every writer writes it, read and written fast. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stddef.h>
#include <stdint.h>

enum { NUMBERS_SLACK = 8 }; /* bytes that are looked at behind the row */

/*
 * Reads a line of exactly n numbers without sign, of at most 18 digits, one
 * space between them and a newline behind the last.  Returns what is behind the
 * newline, or NULL where p is at anything else, which may still be a good row.
 */
const char *numbers_read(const char *p, int64_t *numbers, size_t n);

enum { NUMBERS_CHARS = 21 }; /* the most that one takes, with its space */

/*
 * Writes n numbers, each behind a space, so that the last one ends before
 * `end`.  Returns where the first space is.
 */
char *numbers_write(char *end, const int64_t *numbers, size_t n);

#endif
