/* SPDX-License-Identifier: BSD-2-Clause */
#include "folded_side.h"
#include "libcli/cli.h"

static void
die(const struct folded_side *side)
{
	cli_die("%s: %s", side->path, side->error->text);
}

struct cg_profile *
folded_side_new_rows(const struct folded_side *side)
{
	struct cg_profile *rows =
	    cg_profile_new(side->events->nevents, side->error);

	if (rows == NULL)
		die(side);
	cg_profile_pack(rows);
	return rows;
}

void
folded_side_put(const struct folded_side *side, struct cg_profile *to,
    const struct cg_record *row)
{
	if (cg_profile_add(to, row) < 0)
		die(side);
}

void
folded_side_sort(const struct folded_side *side)
{
	if (cg_profile_sort(side->rows) < 0)
		die(side);
}
