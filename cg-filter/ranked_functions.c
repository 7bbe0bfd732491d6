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

/* Sets the sizes of a function: those of each event, and of the sum. */
static void
set_sizes(struct sizes *sizes, size_t function, const __int128 *sums,
    const struct event_sum *sum)
{
	size_t n = sizes->nevents - 1;
	unsigned __int128 *list = sizes->list + function * sizes->nevents;
	__int128 all = 0;

	for (size_t e = 0; e < n; e++)
		list[e] = size_of_count(sums[e]);
	for (size_t j = 0; j < sum->n; j++)
		all += sums[sum->events[j]];
	list[n] = size_of_count(all);
}

/* Warns if the threshold hides all functions that are left. */
static void
warn_if_none(const struct ranked_functions *f, const char *threshold)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->kept[i])
			return;
	if (f->n > 0)
		cli_warn("no function is kept: --threshold=%s hides all that "
			 "other options leave (%zu)",
		    threshold, f->n);
}

void
ranked_functions_rank(struct ranked_functions *f, const struct ranking *ranking,
    const int64_t *total)
{
	size_t width = f->nevents + 1; /* the last one is the ranking's sum */
	struct sizes sizes = sizes_new(f->n, width);
	int64_t *totals = cli_alloc(width, sizeof(*totals));

	memcpy(totals, total, f->nevents * sizeof(*totals));
	for (size_t j = 0; j < ranking->sum.n; j++)
		if (__builtin_add_overflow(totals[f->nevents],
			total[ranking->sum.events[j]], &totals[f->nevents]))
			totals[f->nevents] = INT64_MAX;
	for (size_t i = 0; i < f->n; i++)
		set_sizes(&sizes, i, f->sums + i * f->nevents, &ranking->sum);
	f->kept = cli_alloc(f->n + 1, sizeof(*f->kept));
	if (ranking->threshold != NULL) {
		ranking_threshold(ranking, &sizes, totals, f->kept);
		warn_if_none(f, ranking->threshold);
	} else {
		memset(f->kept, true, f->n * sizeof(*f->kept));
	}
	ranking_top(ranking, &sizes, ranking->top_event, f->kept);
	free(totals);
	sizes_release(&sizes);
}

void
ranked_functions_release(struct ranked_functions *f)
{
	free(f->sums);
	free(f->kept);
}
