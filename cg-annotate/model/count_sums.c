/* SPDX-License-Identifier: BSD-2-Clause */
/* Nothing else says that a sum is too large.  A range is found in one pass,
 * without keeping rows. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "count_sums.h"

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

void
count_range_init(struct count_range *range, size_t nevents)
{
	range->nevents = nevents;
	range->smallest = cli_alloc(nevents, sizeof(*range->smallest));
	range->largest = cli_alloc(nevents, sizeof(*range->largest));
	for (size_t i = 0; i < nevents; i++) {
		range->smallest[i] = INT64_MAX;
		range->largest[i] = INT64_MIN;
	}
}

void
count_range_add(
    struct count_range *range, const int64_t *counts, const bool *present)
{
	for (size_t i = 0; i < range->nevents; i++) {
		if (present != NULL && !present[i])
			continue;
		if (counts[i] < range->smallest[i])
			range->smallest[i] = counts[i];
		if (counts[i] > range->largest[i])
			range->largest[i] = counts[i];
	}
}

void
count_range_release(struct count_range *range)
{
	free(range->smallest);
	free(range->largest);
}
