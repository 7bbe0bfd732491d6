/* SPDX-License-Identifier: BSD-2-Clause */
/* The one place that says that a sum is too large. */
#include <stdarg.h>
#include <stdio.h>

#include "cgfmt.h"
#include "count_sum.h"
#include "libcli/cli.h"

void
count_sum_add(int64_t *sums, const int64_t *counts, size_t n, const char *name)
{
	if (cg_counts_add(sums, counts, n) < n)
		cli_die("%s does not fit in 64 bits", name);
}

int64_t
count_of_sum(__int128 sum, const char *name_format, ...)
{
	char name[1024];
	va_list arguments;

	if (sum == (int64_t)sum)
		return (int64_t)sum;
	va_start(arguments, name_format);
	vsnprintf(name, sizeof(name), name_format, arguments);
	va_end(arguments);
	cli_die("%s does not fit in 64 bits", name);
}
