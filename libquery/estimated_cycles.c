/* SPDX-License-Identifier: BSD-2-Clause */
/* There are two formulas: with branches and without. */
#include <string.h>

#include "estimated_cycles.h"
#include "events.h"
#include "event_sum.h"

#define CACHE_CYCLES                                                       \
	"CEst = Ir + 10 I1mr + 10 D1mr + 10 D1mw + 100 ILmr + 100 DLmr + " \
	"100 DLmw"

const char estimated_cycles_event[] = "CEst";

static const char first_level[] = "I1mr D1mr D1mw";
static const char last_level[] = "ILmr DLmr DLmw";
static const char branches[] = "Bcm Bim";

const char *
estimated_cycles_derive(
    struct projection *projection, const struct cg_header *profile)
{
	struct event_sum sum;

	if (events_derive(profile, estimated_cycles_event))
		projection->shown = estimated_cycles_event;
	if (events_derive(profile, estimated_cycles_event) ||
	    events_have(profile, estimated_cycles_event) ||
	    projection_derives(projection, estimated_cycles_event) ||
	    !events_have(profile, "Ir") ||
	    !event_sum_find(&sum, profile, first_level) ||
	    !event_sum_find(&sum, profile, last_level))
		return NULL;
	if (!event_sum_find(&sum, profile, branches)) {
		projection_derive(projection, CACHE_CYCLES);
		return "Ir + 10 L1m + 100 LLm";
	}
	projection_derive(projection, CACHE_CYCLES " + 10 Bcm + 10 Bim");
	return "Ir + 10 Bm + 10 L1m + 100 LLm";
}

__int128
estimated_cycles_of(const struct cg_header *profile, const int64_t *counts)
{
	static const struct {
		const char *names;
		int weight;
	} parts[] = {
	    {"Ir", 1}, {first_level, 10}, {last_level, 100}, {branches, 10}};
	__int128 cycles = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		struct event_sum sum;

		if (event_sum_find(&sum, profile, parts[i].names))
			cycles += parts[i].weight * event_sum_of(&sum, counts);
	}
	return cycles;
}
