/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts and shares in the form that cg_annotate gives them. */
#include <stdio.h>

#include "figures.h"

int
figure_count(char to[FIGURE_SIZE], int64_t count)
{
	char digits[FIGURE_SIZE];
	int len = snprintf(digits, sizeof(digits), "%lld", (long long)count);
	int sign = digits[0] == '-';
	char *p = to;

	for (int i = 0; i < len; i++) {
		if (i > sign && (len - i) % 3 == 0)
			*p++ = ',';
		*p++ = digits[i];
	}
	*p = '\0';
	return (int)(p - to);
}

double
figure_percent(int64_t count, int64_t total)
{
	return total == 0 ? 0 : (double)count * 100 / (double)total;
}

/* a share that needs more places than usual loses a decimal for them */
void
figure_share(char to[FIGURE_SIZE], double percent)
{
	if (-9.995 < percent && percent < 99.995)
		snprintf(to, FIGURE_SIZE, " (%5.2f%%)", percent);
	else
		snprintf(to, FIGURE_SIZE, " (%5.1f%%)", percent);
}
