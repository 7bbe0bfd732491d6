/* SPDX-License-Identifier: BSD-2-Clause */
/* A row is as large as its largest count in any input. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "contest.h"

/* makes sizes at least as large as the rows are in one input */
static void
grow_sizes(struct sizes *sizes, const struct sheet *s, size_t input)
{
	size_t nevents = s->header.nevents;

	for (size_t row = 0; row < s->nrows; row++) {
		const int64_t *counts = s->rows[row].counts + input * nevents;

		for (size_t i = 0; i < nevents; i++) {
			unsigned __int128 size = size_of_count(counts[i]);
			unsigned __int128 *largest =
			    &sizes->list[row * nevents + i];

			if (size > *largest)
				*largest = size;
		}
	}
}

/* keeps the rows that reach the threshold in one input */
static void
apply_threshold(struct contest *c, const struct sheet *s,
    const struct ranking *ranking, size_t input)
{
	struct sizes sizes = sizes_new(s->nrows, s->header.nevents);

	grow_sizes(&sizes, s, input);
	ranking_threshold(
	    ranking, &sizes, s->totals + input * s->header.nevents, c->kept);
	sizes_release(&sizes);
}

void
contest_hold(
    struct contest *c, const struct sheet *s, const struct ranking *ranking)
{
	c->largest = sizes_new(s->nrows, s->header.nevents);
	c->kept = cli_alloc(s->nrows, sizeof(*c->kept));
	for (size_t i = 0; i < s->ninputs; i++) {
		grow_sizes(&c->largest, s, i);
		if (ranking->threshold != NULL)
			apply_threshold(c, s, ranking, i);
	}
	if (ranking->threshold == NULL)
		memset(c->kept, true, s->nrows * sizeof(*c->kept));
	ranking_top(ranking, &c->largest, c->kept);
}

void
contest_release(struct contest *c)
{
	sizes_release(&c->largest);
	free(c->kept);
}
