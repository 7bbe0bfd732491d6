/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats counts and shares as cg_annotate does. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "numfmt.h"

/* Writes a number that ends at `end`, with commas between groups of three
 * digits.  Returns its start. */
static char *
write_grouped(char *end, uint64_t rest)
{
	for (; rest >= 1000; rest /= 1000) {
		unsigned int group = (unsigned int)(rest % 1000);

		end -= 4;
		end[0] = ',';
		end[1] = (char)('0' + group / 100);
		end[2] = (char)('0' + group / 10 % 10);
		end[3] = (char)('0' + group % 10);
	}
	do {
		*--end = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	return end;
}

int
format_count(char to[FORMAT_SIZE], __int128 count)
{
	enum { GROUPS = 6, DIGITS = 18 }; /* of the lower part */
	const uint64_t unit = 1000000000000000000;
	char text[FORMAT_SIZE], *end = text + sizeof(text), *p = end;
	unsigned __int128 rest =
	    (unsigned __int128)(count < 0 ? -count : count);
	int len;

	/* division of 128 bits is slow, so it is used for large numbers only */
	while (rest > UINT64_MAX) {
		char *lower = p - DIGITS - GROUPS;

		p = write_grouped(p, (uint64_t)(rest % unit));
		while (p > lower) {
			p--;
			*p = (p - lower) % 4 == 0 ? ',' : '0';
		}
		rest /= unit;
	}
	p = write_grouped(p, (uint64_t)rest);
	if (count < 0)
		*--p = '-';
	len = (int)(end - p);
	memcpy(to, p, (size_t)len);
	to[len] = '\0';
	return len;
}

int
format_change(char to[FORMAT_SIZE], __int128 change)
{
	int sign = change > 0;

	*to = '+';
	return sign + format_count(to + sign, change);
}

int
format_mean(char to[FORMAT_SIZE], double mean)
{
	__int128 tenths = (__int128)(mean * 10 + (mean < 0 ? -0.5 : 0.5));
	int sign = tenths < 0, len;

	if (sign) {
		*to = '-';
		tenths = -tenths;
	}
	len = sign + format_count(to + sign, tenths / 10);
	to[len++] = '.';
	to[len++] = (char)('0' + (int)(tenths % 10));
	to[len] = '\0';
	return len;
}

size_t
format_line_number(char to[FORMAT_SIZE], int64_t line)
{
	char text[FORMAT_SIZE], *end = text + sizeof(text), *p = end;
	uint64_t rest = line < 0 ? 0 - (uint64_t)line : (uint64_t)line;

	do {
		*--p = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (line < 0)
		*--p = '-';
	*--p = ':';
	memcpy(to, p, (size_t)(end - p));
	return (size_t)(end - p);
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

double
percent_of_sum(__int128 sum, __int128 total)
{
	return total == 0 ? 0 : (double)sum * 100 / (double)total;
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

void
format_growth(char to[FORMAT_SIZE], __int128 old, __int128 new)
{
	double percent =
	    new == old ? 0 : 100 * (double)(new - old) / fabs((double)old);

	if (percent == 0)
		strcpy(to, "0.00%");
	else if (isinf(percent))
		strcpy(to, percent < 0 ? "-inf%" : "+inf%");
	else if (-99999 < percent && percent < 99999)
		snprintf(to, FORMAT_SIZE, "%+.2f%%", percent);
	else
		strcpy(to, percent < 0 ? "<-99999%" : ">+99999%");
}
