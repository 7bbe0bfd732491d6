/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "cycle_model.h"
#include "description.h"
#include "libcli/cli.h"

const struct cg_event cycle_event = {.name = "Cy",
    .long_name = "Estimated cycles, by LLVM's model of the processor"};

const struct cg_event cycle_parts[NCYCLE_PARTS] = {
    [CYCLES_OF_CORE] = {.name = "CyC",
	.long_name = "Cycles of Cy in which the core works"},
    [CYCLES_OF_BRANCHES] = {.name = "CyB",
	.long_name = "Cycles of Cy after mispredicted branches"},
    [CYCLES_OF_FETCHES] = {.name = "CyF",
	.long_name = "Cycles of Cy waiting for instructions"},
    [CYCLES_OF_L2] = {.name = "Cy2",
	.long_name = "Cycles of Cy waiting for data from L2"},
    [CYCLES_OF_LL] = {.name = "CyL",
	.long_name = "Cycles of Cy waiting for data from the last level"},
    [CYCLES_OF_MEMORY] = {.name = "CyM",
	.long_name = "Cycles of Cy waiting for data from memory"},
    [CYCLES_OF_TLB] = {.name = "CyT",
	.long_name = "Cycles of Cy waiting for walks of page tables"},
};

const struct cg_event cycle_bounds[NCYCLE_BOUNDS] = {
    [CYCLE_BOUND_STORED] = {.name = "CbW",
	.long_name = "Cycles that loads waiting for stores take alone"},
    [CYCLE_BOUND_DIVIDER] = {.name = "CbV",
	.long_name = "Cycles that divisions and roots take alone"},
    [CYCLE_BOUND_STORES] = {.name = "CbS",
	.long_name = "Cycles that stores take alone"},
    [CYCLE_BOUND_LOADS] = {.name = "CbL",
	.long_name = "Cycles that loads take alone"},
    [CYCLE_BOUND_CHAIN] = {.name = "CbC",
	.long_name = "Cycles that the chain of latencies takes alone"},
    [CYCLE_BOUND_FRONT] = {.name = "CbF",
	.long_name = "Cycles that the front end takes alone"},
    [CYCLE_BOUND_UNITS] = {.name = "CbU",
	.long_name = "Cycles that the busiest other unit takes alone"},
};

const char cycle_model_key[] = "Cycle model:",
	   cycle_share_key[] = "Cycles estimated:";

int
cycle_event_in(const struct cg_header *header)
{
	return cg_header_event(
	    header, cycle_event.name, strlen(cycle_event.name));
}

const char *
cycles_in(const struct cg_header *header)
{
	if (cycle_event_in(header) >= 0)
		return cycle_event.name;
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		if (cg_header_event(header, cycle_parts[i].name,
			strlen(cycle_parts[i].name)) >= 0)
			return cycle_parts[i].name;
	for (size_t i = 0; i < NCYCLE_BOUNDS; i++)
		if (cg_header_event(header, cycle_bounds[i].name,
			strlen(cycle_bounds[i].name)) >= 0)
			return cycle_bounds[i].name;
	return NULL;
}

const char *
cycle_model_desc(const struct cg_header *header)
{
	for (size_t i = 0; i < header->ndescs; i++)
		if (description_value(header->descs[i], cycle_model_key) !=
		    NULL)
			return header->descs[i];
	return NULL;
}

/* Returns the tenths of a percent of "99.5 % ...", or -1. */
static int64_t
tenths_of(const char *share)
{
	int64_t whole, part = 0;
	int len = cg_parse_int(share, strlen(share), &whole);

	if (len <= 0 || whole < 0 || whole > 100)
		return -1;
	if (share[len] == '.' && share[len + 1] >= '0' && share[len + 1] <= '9')
		part = share[len + 1] - '0';
	return 10 * whole + part;
}

void
cycle_share_keep_least(char **least, const struct cg_header *header)
{
	for (size_t i = 0; i < header->ndescs; i++) {
		const char *desc = header->descs[i];
		const char *share = description_value(desc, cycle_share_key);

		if (share == NULL ||
		    (*least != NULL &&
			tenths_of(share) >= tenths_of(description_value(
						*least, cycle_share_key))))
			continue;
		free(*least);
		*least = cli_copy(desc, strlen(desc));
	}
}

void
cycle_model_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *header, const char *path)
{
	const char *model = description_find(first, cycle_model_key);
	const char *other = description_find(header, cycle_model_key);

	const char *event = cycles_in(first);

	if (event == NULL || cycles_in(header) == NULL || model == NULL ||
	    other == NULL || strcmp(model, other) == 0)
		return;
	cli_die("%s has %s of the model \"%s\", and %s of \"%s\"", first_path,
	    event, model, path, other);
}
