/* SPDX-License-Identifier: BSD-2-Clause */
/* Two formulas: with branches and without. */
#include <string.h>

#include "estimated_cycles.h"
#include "events.h"
#include "sums.h"

#define CACHE_CYCLES                                                       \
	"CEst = Ir + 10 I1mr + 10 D1mr + 10 D1mw + 100 ILmr + 100 DLmr + " \
	"100 DLmw"

const char cest_event[] = "CEst";

static const char first_level[] = "I1mr D1mr D1mw";
static const char last_level[] = "ILmr DLmr DLmw";
static const char branches[] = "Bcm Bim";

const char *
cest_derive(struct projection *columns, const struct cg_header *profile)
{
	struct sum sum;

	if (events_derive(profile, cest_event))
		columns->shown = cest_event;
	if (events_derive(profile, cest_event) ||
	    events_have(profile, cest_event) ||
	    projection_derives(columns, cest_event) ||
	    !events_have(profile, "Ir") ||
	    !sum_find(&sum, profile, first_level) ||
	    !sum_find(&sum, profile, last_level))
		return NULL;
	if (!sum_find(&sum, profile, branches)) {
		projection_derive(columns, CACHE_CYCLES);
		return "Ir + 10 L1m + 100 LLm";
	}
	projection_derive(columns, CACHE_CYCLES " + 10 Bcm + 10 Bim");
	return "Ir + 10 Bm + 10 L1m + 100 LLm";
}

__int128
cest_of(const struct cg_header *profile, const int64_t *counts)
{
	static const struct {
		const char *names;
		int weight;
	} parts[] = {
	    {"Ir", 1}, {first_level, 10}, {last_level, 100}, {branches, 10}};
	__int128 cycles = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		struct sum sum;

		if (sum_find(&sum, profile, parts[i].names))
			cycles += parts[i].weight * sum_of(&sum, counts);
	}
	return cycles;
}
