/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats counts and shares as cg_annotate does. */
#include <stdio.h>

#include "numfmt.h"

/* Takes the last digit off a number.  Division of 128 bits is slow, so it is
 * used for large numbers only. */
static int
take_digit(unsigned __int128 *number)
{
	uint64_t low = (uint64_t)*number;
	int digit;

	if (*number == low) {
		*number = low / 10;
		return (int)(low % 10);
	}
	digit = (int)(*number % 10);
	*number /= 10;
	return digit;
}

int
format_count(char to[FORMAT_SIZE], __int128 count)
{
	char reversed[FORMAT_SIZE];
	unsigned __int128 rest =
	    (unsigned __int128)(count < 0 ? -count : count);
	int n = 0, len = 0;

	do {
		if (n % 4 == 3)
			reversed[n++] = ',';
		reversed[n++] = (char)('0' + take_digit(&rest));
	} while (rest > 0);
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

/* A share with more digits before the point has fewer after it. */
void
format_share(char to[FORMAT_SIZE], double percent)
{
	if (-9.995 < percent && percent < 99.995)
		snprintf(to, FORMAT_SIZE, " (%5.2f%%)", percent);
	else
		snprintf(to, FORMAT_SIZE, " (%5.1f%%)", percent);
}
