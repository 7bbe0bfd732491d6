/* SPDX-License-Identifier: BSD-2-Clause */
/* CEst can be larger than 64 bits although no count is. */
#include "libquery/events/estimated_cycles.h"
#include "estimated.h"

static bool
fits_rows(const struct aggregate *aggregate, const struct grouping *grouping)
{
	size_t nevents = aggregate->header->nevents;
	size_t nblocks = grouping_blocks(grouping);
	size_t width = grouping_width(grouping, nevents);
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(grouping->rows); i++) {
		cg_profile_at(grouping->rows, i, &row);
		for (size_t b = 0; b < aggregate->inputs->n * nblocks; b++)
			if (!estimated_cycles_fit(aggregate->header,
				row.counts + b / nblocks * width +
				    b % nblocks * nevents))
				return false;
	}
	return true;
}

/* True if CEst of all totals, of their sum and of all rows fits in 64 bits. */
static bool
fits_everywhere(const void *arg)
{
	const struct aggregate *aggregate = arg;
	size_t nevents = aggregate->header->nevents;
	__int128 sum = 0;

	for (size_t i = 0; i < aggregate->inputs->n; i++) {
		const int64_t *totals = aggregate->totals + i * nevents;

		if (!estimated_cycles_fit(aggregate->header, totals))
			return false;
		sum += estimated_cycles_of(aggregate->header, totals);
	}
	for (size_t i = 0; i < aggregate->ngroupings; i++)
		if (!fits_rows(aggregate, &aggregate->groupings[i]))
			return false;
	return sum == (int64_t)sum;
}

char *
estimated_derive(struct table_request *request, const struct limits *limits,
    const struct aggregate *aggregate)
{
	bool is_named = limits_are_on(limits, estimated_cycles_event) ||
			estimated_cycles_are_named(&request->projection,
			    &request->ranking, request->sort);

	return estimated_cycles_derive(&request->projection, aggregate->header,
	    is_named, fits_everywhere, aggregate);
}
