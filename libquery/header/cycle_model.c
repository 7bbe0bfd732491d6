/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "cycle_model.h"
#include "description.h"
#include "libcli/cli.h"

const struct cg_event cycle_event = {.name = "Cy",
    .long_name = "Estimated cycles, by LLVM's model of the processor"};

const char cycle_model_key[] = "Cycle model:",
	   cycle_share_key[] = "Cycles estimated:";

int
cycle_event_in(const struct cg_header *header)
{
	return cg_header_event(
	    header, cycle_event.name, strlen(cycle_event.name));
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

	if (cycle_event_in(first) < 0 || cycle_event_in(header) < 0 ||
	    model == NULL || other == NULL || strcmp(model, other) == 0)
		return;
	cli_die("%s has %s of the model \"%s\", and %s of \"%s\"", first_path,
	    cycle_event.name, model, path, other);
}
