/* SPDX-License-Identifier: BSD-2-Clause */
/* There are two formulas: with branches and without. */
#include <stdlib.h>
#include <string.h>

#include "estimated_cycles.h"
#include "events.h"
#include "known_events.h"
#include "libcli/cli.h"

const char estimated_cycles_event[] = "CEst";

/* what cycles are added up from, besides Ir, as formulas name it */
static const int parts[] = {KNOWN_BRANCHES, KNOWN_L1, KNOWN_LL};
enum { NPARTS = sizeof(parts) / sizeof(parts[0]) };

static bool
find(struct event_sum *sum, const struct cg_header *profile, size_t part)
{
	return known_events_find(
	    sum, profile, known_misses[parts[part]].misses);
}

/* Appends a term to a formula, which moves. */
static void
append(char **formula, int cycles, const char *name)
{
	char *longer = cli_format("%s + %d %s", *formula, cycles, name);

	free(*formula);
	*formula = longer;
}

char *
estimated_cycles_derive(
    struct projection *projection, const struct cg_header *profile)
{
	struct event_sum sum;
	char *formula, *brief;

	if (events_derive(profile, estimated_cycles_event))
		projection->shown = estimated_cycles_event;
	if (events_derive(profile, estimated_cycles_event) ||
	    events_have(profile, estimated_cycles_event) ||
	    projection_derives(projection, estimated_cycles_event) ||
	    !events_have(profile, "Ir"))
		return NULL;
	for (size_t i = 1; i < NPARTS; i++) /* branches may be missing */
		if (!find(&sum, profile, i))
			return NULL;
	formula = cli_format("%s = Ir", estimated_cycles_event);
	brief = cli_format("Ir");
	for (size_t i = 0; i < NPARTS; i++) {
		const struct known_misses *misses = &known_misses[parts[i]];

		if (!find(&sum, profile, i))
			continue;
		append(&brief, misses->cycles, misses->sum);
		for (size_t j = 0; j < sum.n; j++)
			append(&formula, misses->cycles,
			    profile->events[sum.events[j]].name);
	}
	projection_derive(projection, formula);
	free(formula);
	return brief;
}

__int128
estimated_cycles_of(const struct cg_header *profile, const int64_t *counts)
{
	struct event_sum sum = {.n = 0};
	__int128 cycles = 0;

	if (event_sum_add(&sum, profile, "Ir"))
		cycles = event_sum_of(&sum, counts);
	for (size_t i = 0; i < NPARTS; i++)
		if (find(&sum, profile, i))
			cycles += known_misses[parts[i]].cycles *
				  event_sum_of(&sum, counts);
	return cycles;
}
