/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats counts and shares for people. */
#ifndef NUMFMT_H
#define NUMFMT_H

#include <stddef.h>
#include <stdint.h>

enum {
	FORMAT_SIZE = 64,      /* room for any of them with its NUL */
	FORMAT_SHARE_WIDTH = 9 /* length of all shares but large ones */
};

/* Writes a count, or a sum of counts, with a comma before every three digits.
 * Returns its length. */
int format_count(char to[FORMAT_SIZE], __int128 count);

/* The same with "+" before what is more than 0. */
int format_change(char to[FORMAT_SIZE], __int128 change);

/* Writes a mean with one decimal and a comma before every three digits.  Returns its
 * length. */
int format_mean(char to[FORMAT_SIZE], double mean);

/* Writes a colon and a line number.  Returns its length. */
size_t format_line_number(char to[FORMAT_SIZE], int64_t line);

/* Writes " (12.34%)".  Returns its length. */
int format_share(char to[FORMAT_SIZE], double percent);

/* Writes the change from one count to another in percent, "+12.34%"; "+0.00%" is more than none. */
void format_growth(char to[FORMAT_SIZE], __int128 old, __int128 new);

/* Writes hours, minutes and seconds, "1:02:03". */
void format_duration(char to[FORMAT_SIZE], int64_t seconds);

/* The share of the total in percent; 0 if the total is 0. */
double percent_of(int64_t count, int64_t total);

/* The same for sums of counts. */
double percent_of_sum(__int128 sum, __int128 total);

#endif
