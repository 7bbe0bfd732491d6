/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "creator.h"

static const char cg_tools[] = "cg-tools";
static const char merged[] = "cg-tools (merged)";
const char creator_filtered[] = "cg-tools (filtered)";
const char creator_minimum[] = "cg-tools (minimum)";
const char creator_maximum[] = "cg-tools (maximum)";

bool
creator_keeps_laws(const struct cg_header *header)
{
	return header->creator != NULL &&
	       strcmp(header->creator, cg_tools) == 0;
}

bool
creator_took_extremes(const struct cg_header *header)
{
	const char *creator = header->creator;

	return creator != NULL && (strcmp(creator, creator_minimum) == 0 ||
				      strcmp(creator, creator_maximum) == 0);
}

void
creator_change(struct cg_header *header, const char *creator)
{
	if (header->creator == NULL || creator_keeps_laws(header))
		header->creator = creator;
}

void
creator_add(struct cg_header *sum, const struct cg_header *added)
{
	/* a profile in Cachegrind's format has no calls */
	if (added->format == CG_CACHEGRIND)
		return;
	if (sum->format == CG_CACHEGRIND)
		sum->creator = cg_tools;
	if (creator_keeps_laws(added) || sum->creator == NULL)
		return;
	if (added->creator != NULL &&
	    strcmp(added->creator, creator_filtered) == 0)
		creator_change(sum, creator_filtered);
	else
		creator_change(sum, merged);
}
