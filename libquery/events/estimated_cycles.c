/* SPDX-License-Identifier: BSD-2-Clause */
/* There are two formulas: with branches and without. */
#include <stdlib.h>
#include <string.h>

#include "estimated_cycles.h"
#include "events.h"
#include "known_events.h"
#include "libcli/cli.h"
#include "libquery/rank.h"

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

/* True if the profile has the side, "@old", of an event; "": the event. */
static bool
has_side(const struct cg_header *profile, const char *name, const char *side)
{
	char *event = cli_format("%s%s", name, side);
	bool found = events_have(profile, event);

	free(event);
	return found;
}

/* True if the profile has the events of the formula, and no such event. */
static bool
is_possible(const struct cg_header *profile)
{
	struct event_sum sum;

	if (events_derive(profile, estimated_cycles_event) ||
	    events_have(profile, estimated_cycles_event) ||
	    !events_have(profile, "Ir"))
		return false;
	for (size_t i = 1; i < NPARTS; i++) /* branches may be missing */
		if (!find(&sum, profile, i))
			return false;
	return true;
}

char *
estimated_cycles_formula(
    const struct cg_header *profile, const char *side, char **in_short)
{
	struct event_sum sum;
	char *formula, *brief;
	bool is_complete = has_side(profile, "Ir", side);

	if (!is_possible(profile))
		return NULL;
	formula = cli_format("%s%s = Ir%s", estimated_cycles_event, side, side);
	brief = cli_format("Ir");
	for (size_t i = 0; i < NPARTS; i++) {
		const struct known_misses *misses = &known_misses[parts[i]];

		if (!find(&sum, profile, i))
			continue;
		cli_append(&brief, " + %d %s", misses->cycles, misses->sum);
		for (size_t j = 0; j < sum.n; j++) {
			const char *name = profile->events[sum.events[j]].name;

			is_complete =
			    is_complete && has_side(profile, name, side);
			cli_append(
			    &formula, " + %d %s%s", misses->cycles, name, side);
		}
	}
	if (in_short != NULL)
		*in_short = brief;
	else
		free(brief);
	if (is_complete)
		return formula;
	free(formula);
	return NULL;
}

static bool
names_cycles(const char *text)
{
	return text != NULL && strstr(text, estimated_cycles_event) != NULL;
}

bool
estimated_cycles_are_named(const struct projection *projection,
    const struct ranking *ranking, const char *sort)
{
	for (size_t i = 0; i < projection->nformulas; i++)
		if (names_cycles(projection->formulas[i]))
			return true;
	return names_cycles(projection->selected) || names_cycles(sort) ||
	       names_cycles(ranking->threshold) || names_cycles(ranking->top);
}

/* If the user asked for CEst, and it does not fit, that is an error, which the
 * projection reports; if not, a profile that can be shown without it is. */
char *
estimated_cycles_derive(struct projection *projection,
    const struct cg_header *profile, bool is_named,
    bool (*fit)(const void *arg), const void *arg)
{
	char *formula, *brief = NULL;

	if (events_derive(profile, estimated_cycles_event))
		projection->shown = estimated_cycles_event;
	if (projection_derives(projection, estimated_cycles_event))
		return NULL;
	formula = estimated_cycles_formula(profile, "", &brief);
	if (formula != NULL && !is_named && projection->selected == NULL &&
	    !fit(arg)) {
		cli_warn("%s does not fit in 64 bits and is left out",
		    estimated_cycles_event);
		free(brief);
		brief = NULL;
	} else if (formula != NULL) {
		projection_derive(projection, formula);
	}
	free(formula);
	return brief;
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

bool
estimated_cycles_fit(const struct cg_header *profile, const int64_t *counts)
{
	__int128 cycles;

	if (are_small(counts, profile->nevents))
		return true;
	cycles = estimated_cycles_of(profile, counts);
	return cycles == (int64_t)cycles;
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

int64_t *
estimated_cycles_weights(const struct cg_header *profile)
{
	size_t n = profile->nevents;
	int64_t *weights = cli_alloc(n, sizeof(*weights));
	int64_t *one = cli_alloc(n, sizeof(*one));

	for (size_t i = 0; i < n; i++) {
		one[i] = 1;
		weights[i] = (int64_t)estimated_cycles_of(profile, one);
		one[i] = 0;
	}
	free(one);
	return weights;
}
