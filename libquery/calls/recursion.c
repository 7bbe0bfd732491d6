/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A function that is open N times on a stack is recorded as "name'N", up to the last level
 * that the collector tells apart.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "callgraph.h"

/* Returns the level that the name ends in; 1 if it ends in none. */
static int64_t
level_of(const char *name)
{
	const char *mark = strrchr(name, '\'');
	size_t len = mark != NULL ? strlen(mark + 1) : 0;
	int64_t level;

	if (len == 0 || strspn(mark + 1, "0123456789") != len ||
	    mark[1] == '0' || cg_parse_int(mark + 1, len, &level) != (int)len ||
	    level < 2)
		return 1;
	return level;
}

void
recursion_find(struct callgraph *g)
{
	int64_t last = 1, *levels = cli_alloc(g->nfunctions, sizeof(*levels));

	for (size_t i = 0; i < g->nfunctions; i++) {
		struct cg_record row;

		cg_profile_at(g->functions, i, &row);
		levels[i] = row.host == NULL ? level_of(row.function) : 1;
		if (levels[i] > last)
			last = levels[i];
	}
	g->is_open_once = cli_alloc(g->nfunctions, sizeof(*g->is_open_once));
	for (size_t i = 0; i < g->nfunctions; i++)
		g->is_open_once[i] = levels[i] < last && !g->hidden[i] &&
				     !callgraph_is_inlined(g, i);
	g->has_levels = last > 1;
	free(levels);
}
