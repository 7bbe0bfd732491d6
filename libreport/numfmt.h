/* SPDX-License-Identifier: BSD-2-Clause */
/* Figures as people read them. */
#ifndef NUMFMT_H
#define NUMFMT_H

#include <stdint.h>

enum {
	FORMAT_SIZE = 64,      /* room for any of them, with the NUL */
	FORMAT_SHARE_WIDTH = 9 /* of " (12.34%)", and of all but large shares */
};

/* a count, or a sum of some, with a comma before every three digits; returns
 * the length */
int format_count(char to[FORMAT_SIZE], __int128 count);

/* " (12.34%)": what part of the total a count is, with its sign */
void format_share(char to[FORMAT_SIZE], double percent);

/* 100 times the count by the total; 0 where the total is 0 */
double percent_of(int64_t count, int64_t total);

#endif
