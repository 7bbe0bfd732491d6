/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts are added with their signs: the rows of a function may cancel out. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "ranked_functions.h"

void
ranked_functions_append(struct ranked_functions *f)
{
	size_t size = f->nevents * sizeof(*f->sums);

	f->sums = cli_grow(f->sums, f->n, size);
	memset(f->sums + f->n++ * f->nevents, 0, size);
}

void
ranked_functions_add(struct ranked_functions *f, const struct cg_record *record)
{
	__int128 *sums = f->sums + (f->n - 1) * f->nevents;

	for (size_t i = 0; i < f->nevents; i++)
		sums[i] += record->counts[i];
}

void
ranked_functions_rank(struct ranked_functions *f, const struct ranking *ranking,
    const int64_t *total)
{
	struct sizes sizes = sizes_new(f->n, f->nevents);

	for (size_t i = 0; i < f->n * f->nevents; i++)
		sizes.list[i] = size_of_count(f->sums[i]);
	f->kept = cli_alloc(f->n + 1, sizeof(*f->kept));
	if (ranking->threshold != NULL)
		ranking_threshold(ranking, &sizes, total, f->kept);
	else
		memset(f->kept, true, f->n * sizeof(*f->kept));
	ranking_top(ranking, &sizes, ranking->top_event, f->kept);
	sizes_release(&sizes);
}

void
ranked_functions_release(struct ranked_functions *f)
{
	free(f->sums);
	free(f->kept);
}
