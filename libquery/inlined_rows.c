/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "inlined_rows.h"
#include "libcli/cli.h"

const char inlined_rows_desc[] = "Inlined functions: rows of their own";

bool
inlined_rows_in(const struct cg_header *header)
{
	for (size_t i = 0; i < header->ndescs; i++)
		if (strcmp(header->descs[i], inlined_rows_desc) == 0)
			return true;
	return false;
}

void
inlined_rows_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *header, const char *path)
{
	bool has = inlined_rows_in(first);

	if (has != inlined_rows_in(header))
		cli_die("inlined functions have rows of their own in %s and "
			"not in %s; make both with --inline=no",
		    has ? first_path : path, has ? path : first_path);
}
