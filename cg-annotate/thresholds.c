/* SPDX-License-Identifier: BSD-2-Clause */
/* Each sort event is a ranking of its own: one that is passed is enough. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "thresholds.h"

static struct sizes
sizes_of(const struct report *report, const struct entries *e)
{
	struct sizes sizes = sizes_new(e->n, report->header.nevents);

	for (size_t i = 0; i < e->n; i++)
		for (size_t event = 0; event < sizes.nevents; event++)
			sizes.list[i * sizes.nevents + event] =
			    size_of_count(e->list[i].record.counts[event]);
	return sizes;
}

/* which entries pass, to be freed */
static bool *
judge(const struct report *report, const struct entries *e)
{
	struct sizes sizes = sizes_of(report, e);
	bool *passing = cli_alloc(e->n, sizeof(*passing));

	for (size_t i = 0; i < report->sorting.n; i++) {
		struct sort_event *sort = &report->sorting.list[i];
		struct ranking ranking = {.percent = sort->threshold,
		    .events = &sort->event,
		    .nevents = 1};

		ranking_threshold(
		    &ranking, &sizes, report->cells.total, passing);
	}
	sizes_release(&sizes);
	return passing;
}

size_t
thresholds_apply(const struct report *report, struct entries *e)
{
	bool *passing = judge(report, e);
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++) {
		struct entry entry = e->list[i];

		if (!passing[i])
			continue;
		e->list[i] = e->list[n];
		e->list[n++] = entry;
	}
	free(passing);
	return n;
}
