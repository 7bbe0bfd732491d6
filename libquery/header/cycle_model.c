/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "cycle_model.h"
#include "description.h"
#include "libcli/cli.h"

const struct cg_event cycle_event = {.name = "Cy",
    .long_name = "Estimated cycles, by LLVM's model of the processor"};

const char cycle_model_key[] = "Cycle model:",
	   cycle_share_key[] = "Cycles estimated:";

bool
cycle_model_in(const struct cg_header *header)
{
	return cg_header_event(
		   header, cycle_event.name, strlen(cycle_event.name)) >= 0;
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

void
cycle_model_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *header, const char *path)
{
	const char *model = description_find(first, cycle_model_key);
	const char *other = description_find(header, cycle_model_key);

	if (!cycle_model_in(first) || !cycle_model_in(header) ||
	    model == NULL || other == NULL || strcmp(model, other) == 0)
		return;
	cli_die("%s has %s of the model \"%s\", and %s of \"%s\"", first_path,
	    cycle_event.name, model, path, other);
}
