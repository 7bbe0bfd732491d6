/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "description.h"
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

bool
inlined_rows_give_to_host(struct cg_record *record)
{
	if (record->kind == CG_CALL && record->target.inlined != CG_NOT_INLINED)
		return false;
	if (record->host != NULL) {
		record->def_file = record->host_file;
		record->function = record->host;
		record->host_file = record->host = NULL;
	}
	if (record->kind == CG_JUMP || record->kind == CG_BRANCH)
		record->target.function = record->function;
	return true;
}

const char **
inlined_rows_forget(struct cg_header *header)
{
	return description_drop(header, "Inlined functions:");
}

void
inlined_rows_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *header, const char *path)
{
	bool has = inlined_rows_in(first);
	const struct cg_header *with = has ? first : header;

	if (has != inlined_rows_in(header))
		cli_die("inlined functions have rows of their own in %s and "
			"not in %s; make both with --inline=no%s",
		    has ? first_path : path, has ? path : first_path,
		    with->format == CG_CALLGRIND
			? ", or take them out with cg-filter --inline=no"
			: "");
}
