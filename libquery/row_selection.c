/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes sizes of one event where one is enough, because they take much memory. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "row_selection.h"

/*
 * Raises the sizes to the sizes of the rows in one input, from `event` on for
 * as many events as there are sizes.
 */
static void
raise_sizes(struct sizes *sizes, const struct row_counts *rows, size_t input,
    size_t event)
{
	size_t width = rows->ninputs * rows->nevents, n = sizes->nevents;

	for (size_t row = 0; row < rows->n; row++) {
		const int64_t *counts =
		    rows->list + row * width + input * rows->nevents + event;

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
largest_of(const struct row_counts *rows, size_t event)
{
	struct sizes sizes = sizes_new(rows->n, 1);

	for (size_t i = 0; i < rows->ninputs; i++)
		raise_sizes(&sizes, rows, i, event);
	return sizes;
}

/* Keeps the rows that reach the threshold in one input. */
static void
apply_threshold(struct row_selection *selection, const struct row_counts *rows,
    const struct ranking *ranking, size_t input)
{
	struct sizes sizes = sizes_new(rows->n, rows->nevents);

	raise_sizes(&sizes, rows, input, 0);
	ranking_threshold(ranking, &sizes, rows->totals + input * rows->nevents,
	    selection->kept);
	sizes_release(&sizes);
}

void
row_selection_make(struct row_selection *selection,
    const struct row_counts *rows, const struct ranking *ranking)
{
	struct sizes sizes = largest_of(rows, ranking->event);

	selection->order = ranking_order(&sizes, 0);
	sizes_release(&sizes);
	selection->kept = cli_alloc(rows->n, sizeof(*selection->kept));
	for (size_t i = 0; ranking->threshold != NULL && i < rows->ninputs; i++)
		apply_threshold(selection, rows, ranking, i);
	if (ranking->threshold == NULL)
		memset(
		    selection->kept, true, rows->n * sizeof(*selection->kept));
	if (ranking->top != NULL) {
		sizes = largest_of(rows, ranking->top_event);
		ranking_top(ranking, &sizes, 0, selection->kept);
		sizes_release(&sizes);
	}
}

void
row_selection_release(struct row_selection *selection)
{
	free(selection->order);
	free(selection->kept);
}
