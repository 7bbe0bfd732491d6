/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats counts and shares as cg_annotate does. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "numfmt.h"

/* Writes the digits of a number backwards, with a comma after every three;
 * `n` characters are there.  Returns how many there are then. */
static int
reverse_digits(char *reversed, int n, uint64_t rest)
{
	do {
		if (n % 4 == 3)
			reversed[n++] = ',';
		reversed[n++] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	return n;
}

int
format_count(char to[FORMAT_SIZE], __int128 count)
{
	char reversed[FORMAT_SIZE];
	unsigned __int128 rest =
	    (unsigned __int128)(count < 0 ? -count : count);
	int n = 0, len = 0;

	/* division of 128 bits is slow, so it is used for large numbers only */
	for (; rest > UINT64_MAX; rest /= 10) {
		if (n % 4 == 3)
			reversed[n++] = ',';
		reversed[n++] = (char)('0' + (int)(rest % 10));
	}
	n = reverse_digits(reversed, n, (uint64_t)rest);
	if (count < 0)
		reversed[n++] = '-';
	while (n > 0)
		to[len++] = reversed[--n];
	to[len] = '\0';
	return len;
}

void
format_duration(char to[FORMAT_SIZE], int64_t seconds)
{
	snprintf(to, FORMAT_SIZE, "%lld:%02d:%02d", (long long)(seconds / 3600),
	    (int)(seconds / 60 % 60), (int)(seconds % 60));
}

double
percent_of(int64_t count, int64_t total)
{
	return total == 0 ? 0 : (double)count * 100 / (double)total;
}

/* Writes a share of less than 100 % as printf does.  Returns false if printf
 * must decide how to round it. */
static bool
format_small_share(char *to, double percent)
{
	double scaled = percent * 100, rest;
	unsigned int hundredths;

	if (!(percent > 0 && scaled < 9999))
		return false;
	hundredths = (unsigned int)scaled;
	rest = scaled - hundredths;
	if (rest > 0.499999 && rest < 0.500001)
		return false;
	hundredths += rest > 0.5;
	memcpy(to, " ( 0.00%)", FORMAT_SHARE_WIDTH + 1);
	if (hundredths >= 1000)
		to[2] = (char)('0' + hundredths / 1000);
	to[3] = (char)('0' + hundredths / 100 % 10);
	to[5] = (char)('0' + hundredths / 10 % 10);
	to[6] = (char)('0' + hundredths % 10);
	return true;
}

/* A share with more digits before the point has fewer after it. */
int
format_share(char to[FORMAT_SIZE], double percent)
{
	if (format_small_share(to, percent))
		return FORMAT_SHARE_WIDTH;
	return snprintf(to, FORMAT_SIZE,
	    -9.995 < percent && percent < 99.995 ? " (%5.2f%%)" : " (%5.1f%%)",
	    percent);
}
