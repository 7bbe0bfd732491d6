/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "clones.h"
#include "libcli/cli.h"

/* Returns where the suffix that a compiler added starts, or NULL if there is none. */
static const char *
find_suffix(const char *function)
{
	static const char *const suffixes[] = {
	    ".isra.",
	    ".constprop.",
	    ".part.",
	    ".cold",
	    ".llvm.",
	    ".lto_priv.",
	    ".localalias",
	    " [clone .",
	};
	const char *first = NULL;

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		const char *found = strstr(function, suffixes[i]);

		if (found != NULL && found > function &&
		    (first == NULL || found < first))
			first = found;
	}
	return first;
}

bool
clones_are_in(const struct cg_profile *rows)
{
	struct cg_record row, last = {.function = NULL};

	for (size_t i = 0; i < cg_profile_len(rows); i++, last = row) {
		cg_profile_at(rows, i, &row);
		if (row.function != last.function &&
		    find_suffix(row.function) != NULL)
			return true;
		if (row.kind == CG_CALL &&
		    find_suffix(row.target.function) != NULL)
			return true;
	}
	return false;
}

/* Returns the function's own name.  After "'" stand its level of recursion and its
 * callers. */
static const char *
own_name(char **name, const char *function)
{
	const char *suffix = find_suffix(function);

	if (suffix == NULL)
		return function;
	free(*name);
	*name = cli_format("%.*s%s", (int)(suffix - function), function,
	    suffix + strcspn(suffix, "'"));
	return *name;
}

void
clones_forget(struct clones *clones, struct cg_record *record)
{
	record->function = own_name(&clones->function, record->function);
	if (record->host != NULL)
		record->host = own_name(&clones->host, record->host);
	if (record->kind != CG_COSTS)
		record->target.function =
		    own_name(&clones->target, record->target.function);
}

void
clones_release(struct clones *clones)
{
	free(clones->function);
	free(clones->host);
	free(clones->target);
}
