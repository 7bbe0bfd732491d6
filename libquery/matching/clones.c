/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "include/clone_suffixes.h"
#include "libcli/cli.h"
#include "clones.h"

/* Returns where the suffix that a compiler added starts, if this is its first dot;
 * NULL if it is no dot of a suffix. */
static const char *
suffix_of(const char *dot, const char *function)
{
	for (size_t i = 0; i < sizeof(clone_suffixes) / sizeof(*clone_suffixes);
	     i++) {
		const char *suffix = clone_suffixes[i];
		ptrdiff_t before = strchr(suffix, '.') - suffix;

		if (dot - function > before &&
		    strncmp(dot - before, suffix, strlen(suffix)) == 0)
			return dot - before;
	}
	return NULL;
}

/* Most names have no dot. */
const char *
clone_suffix(const char *function)
{
	const char *suffix = NULL;

	for (const char *dot = strchr(function, '.');
	     dot != NULL && suffix == NULL; dot = strchr(dot + 1, '.'))
		suffix = suffix_of(dot, function);
	return suffix;
}

/* Returns the function's own name.  After "'" stand its level of recursion and its
 * callers. */
static const char *
own_name(struct own_name *last, const char *function)
{
	const char *suffix;

	if (function == last->of)
		return last->name;
	suffix = clone_suffix(function);
	last->of = last->name = function;
	if (suffix == NULL)
		return function;
	free(last->text);
	last->text = cli_format("%.*s%s", (int)(suffix - function), function,
	    suffix + strcspn(suffix, "'"));
	last->name = last->text;
	return last->text;
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
	free(clones->function.text);
	free(clones->host.text);
	free(clones->target.text);
}
