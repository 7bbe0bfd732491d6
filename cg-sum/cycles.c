/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CEst can be larger than 64 bits although no count is.  If the user asked for
 * it, that is an error, which the projection reports; if not, a profile that
 * can be shown without CEst is shown without it.
 */
#include <stdlib.h>
#include <string.h>

#include "cycles.h"
#include "libcli/cli.h"
#include "libquery/events/estimated_cycles.h"

static bool
names_cycles(const char *text)
{
	return text != NULL && strstr(text, estimated_cycles_event) != NULL;
}

/*
 * True if an option names CEst.  Any limit counts, because it may be on all
 * events.
 */
static bool
is_named(const struct table_request *r, const struct limits *limits)
{
	for (size_t i = 0; i < r->projection.nformulas; i++)
		if (names_cycles(r->projection.formulas[i]))
			return true;
	return limits->n > 0 || names_cycles(r->projection.selected) ||
	       names_cycles(r->sort) || names_cycles(r->ranking.threshold) ||
	       names_cycles(r->ranking.top);
}

/* True if no sum of weighted counts can be too large: all weights together are
 * less than 2^9. */
static bool
are_small(const int64_t *counts, size_t n)
{
	static const int64_t limit = (int64_t)1 << (63 - 9);
	bool small = true;

	for (size_t i = 0; i < n; i++)
		small &= -limit < counts[i] && counts[i] < limit;
	return small;
}

static bool
fits(const struct aggregate *aggregate, const int64_t *counts)
{
	__int128 cycles;

	if (are_small(counts, aggregate->header->nevents))
		return true;
	cycles = estimated_cycles_of(aggregate->header, counts);
	return cycles == (int64_t)cycles;
}

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
			if (!fits(aggregate, row.counts + b / nblocks * width +
						 b % nblocks * nevents))
				return false;
	}
	return true;
}

/* True if CEst of all totals, of their sum and of all rows fits in 64 bits. */
static bool
fits_everywhere(const struct aggregate *aggregate)
{
	size_t nevents = aggregate->header->nevents;
	__int128 sum = 0;

	for (size_t i = 0; i < aggregate->inputs->n; i++) {
		const int64_t *totals = aggregate->totals + i * nevents;

		if (!fits(aggregate, totals))
			return false;
		sum += estimated_cycles_of(aggregate->header, totals);
	}
	for (size_t i = 0; i < aggregate->ngroupings; i++)
		if (!fits_rows(aggregate, &aggregate->groupings[i]))
			return false;
	return sum == (int64_t)sum;
}

char *
cycles_derive(struct table_request *request, const struct limits *limits,
    const struct aggregate *aggregate)
{
	struct projection *projection = &request->projection;
	bool named = is_named(request, limits);
	char *formula = estimated_cycles_derive(projection, aggregate->header);

	if (formula == NULL || named || projection->selected != NULL ||
	    fits_everywhere(aggregate))
		return formula;
	cli_warn("%s does not fit in 64 bits and is left out",
	    estimated_cycles_event);
	free(projection->formulas[--projection->nformulas]);
	free(formula);
	return NULL;
}
