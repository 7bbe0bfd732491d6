/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function that is open N times on a stack is recorded as "name'N", up to the last level
 * that the collector tells apart.  A description says which that is, because a filter can hide
 * all functions of the last level.  In other profiles it is the last level that a name has.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "callgraph.h"

/* Returns the level in "name'LEVEL" or "name'LEVEL'CALLER"; 1 if the name has none. */
static int64_t
level_of(const char *name)
{
	int64_t level;

	while ((name = strchr(name, '\'')) != NULL) {
		size_t len = strspn(++name, "0123456789");

		if (len > 0 && *name != '0' &&
		    (name[len] == '\0' || name[len] == '\'') &&
		    cg_parse_int(name, len, &level) == (int)len && level > 1)
			return level;
	}
	return 1;
}

void
recursion_find(struct callgraph *g)
{
	int64_t last = g->last_level;
	int64_t *levels = cli_alloc(g->nfunctions, sizeof(*levels));

	g->is_open_once = cli_alloc(g->nfunctions, sizeof(*g->is_open_once));
	for (size_t i = 0; i < g->nfunctions; i++) {
		struct cg_record row;

		cg_profile_at(g->functions, i, &row);
		levels[i] = row.host == NULL ? level_of(row.function) : 1;
		g->is_open_once[i] = !cg_is_filtered(row.def_file) &&
				     !callgraph_is_inlined(g, i);
		if (g->last_level == 0 && levels[i] > last)
			last = levels[i];
	}
	for (size_t i = 0; i < g->nfunctions; i++)
		g->is_open_once[i] &= levels[i] < last;
	g->has_levels = last > 1;
	free(levels);
}
