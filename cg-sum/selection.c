/* SPDX-License-Identifier: BSD-2-Clause */
/* A row is as large as its largest count in any input. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "selection.h"

/*
 * Raises the sizes to the sizes of the rows in one input, from `event` on for
 * as many events as there are sizes.
 */
static void
raise_sizes(
    struct sizes *sizes, const struct table *t, size_t input, size_t event)
{
	size_t nevents = t->header.nevents, n = sizes->nevents;

	for (size_t row = 0; row < t->nrows; row++) {
		const int64_t *counts =
		    t->rows[row].counts + input * nevents + event;

		for (size_t i = 0; i < n; i++) {
			unsigned __int128 size = size_of_count(counts[i]);
			unsigned __int128 *largest = &sizes->list[row * n + i];

			if (size > *largest)
				*largest = size;
		}
	}
}

/* Returns the size of each row in an event, the largest of all inputs. */
static struct sizes
largest_of(const struct table *t, size_t event)
{
	struct sizes sizes = sizes_new(t->nrows, 1);

	for (size_t i = 0; i < t->ninputs; i++)
		raise_sizes(&sizes, t, i, event);
	return sizes;
}

/* Keeps the rows that reach the threshold in one input. */
static void
apply_threshold(struct row_selection *selection, const struct table *t,
    const struct ranking *ranking, size_t input)
{
	struct sizes sizes = sizes_new(t->nrows, t->header.nevents);

	raise_sizes(&sizes, t, input, 0);
	ranking_threshold(ranking, &sizes,
	    t->totals + input * t->header.nevents, selection->kept);
	sizes_release(&sizes);
}

void
row_selection_make(struct row_selection *selection, const struct table *t,
    const struct ranking *ranking)
{
	selection->largest = largest_of(t, t->event);
	selection->kept = cli_alloc(t->nrows, sizeof(*selection->kept));
	for (size_t i = 0; ranking->threshold != NULL && i < t->ninputs; i++)
		apply_threshold(selection, t, ranking, i);
	if (ranking->threshold == NULL)
		memset(
		    selection->kept, true, t->nrows * sizeof(*selection->kept));
	if (ranking->top != NULL) {
		struct sizes sizes = largest_of(t, ranking->top_event);

		ranking_top(ranking, &sizes, 0, selection->kept);
		sizes_release(&sizes);
	}
}

void
row_selection_release(struct row_selection *selection)
{
	sizes_release(&selection->largest);
	free(selection->kept);
}
