/* SPDX-License-Identifier: BSD-2-Clause */
/* Names are looked up once; counts are added up for every row. */
#include <string.h>

#include "event_sum.h"

bool
event_sum_add(
    struct event_sum *sum, const struct cg_header *header, const char *names)
{
	while (*names != '\0') {
		size_t len = strcspn(names, " ");
		int event = cg_header_event(header, names, len);

		if (event < 0)
			return false;
		sum->events[sum->n++] = (size_t)event;
		names += len;
		names += *names == ' ';
	}
	return true;
}

__int128
event_sum_of(const struct event_sum *sum, const int64_t *counts)
{
	__int128 total = 0;

	for (size_t i = 0; i < sum->n; i++)
		total += counts[sum->events[i]];
	return total;
}
