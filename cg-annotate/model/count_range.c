/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the smallest and the largest counts in one pass, without keeping rows.
 */
#include <stdlib.h>

#include "count_range.h"
#include "libcli/cli.h"

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
