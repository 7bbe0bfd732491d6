/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of an entry lie together in a sorted profile, so entries are runs of
 * rows with their sums in one flat array.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "entries.h"

struct entries {
	size_t *ends; /* the row behind each entry's last */
	struct sizes sizes;
};

static bool
same_entry(const struct cg_record *a, const struct cg_record *b)
{
	return a->file == b->file && a->function == b->function;
}

/* counts are added as numbers, not sizes: an entry's rows may cancel out */
static struct entries
find_entries(const struct cg_profile *profile, size_t nevents)
{
	size_t nrows = cg_profile_len(profile);
	struct entries e = {
	    .ends = cli_alloc(nrows + 1, sizeof(*e.ends)),
	    .sizes = {.nevents = nevents,
		.list = cli_alloc(nrows * nevents + 1, sizeof(double))},
	};
	struct cg_record previous = {.file = NULL}, record;

	for (size_t row = 0; row < nrows; row++) {
		cg_profile_at(profile, row, &record);
		e.sizes.n += !same_entry(&record, &previous);
		e.ends[e.sizes.n - 1] = row + 1;
		for (size_t i = 0; i < nevents; i++)
			e.sizes.list[(e.sizes.n - 1) * nevents + i] +=
			    (double)record.counts[i];
		previous = record;
	}
	for (size_t i = 0; i < e.sizes.n * nevents; i++)
		e.sizes.list[i] = fabs(e.sizes.list[i]);
	return e;
}

bool *
entries_choose(const struct ranking *ranking, const struct cg_profile *profile,
    const int64_t *total, size_t nevents)
{
	struct entries e = find_entries(profile, nevents);
	bool *kept = cli_alloc(e.sizes.n + 1, sizeof(*kept));
	bool *rows = cli_alloc(cg_profile_len(profile) + 1, sizeof(*rows));

	if (ranking->threshold != NULL)
		ranking_threshold(ranking, &e.sizes, total, kept);
	else
		memset(kept, true, e.sizes.n * sizeof(*kept));
	ranking_top(ranking, &e.sizes, kept);
	for (size_t i = 0, row = 0; i < e.sizes.n; i++)
		while (row < e.ends[i])
			rows[row++] = kept[i];
	free(kept);
	free(e.ends);
	free(e.sizes.list);
	return rows;
}
