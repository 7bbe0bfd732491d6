/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of the two versions are not the same lines, so functions are compared as a whole. */
#include <stdlib.h>

#include "libcli/cli.h"
#include "libquery/data/data_object.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/matching/pairs.h"
#include "libquery/matching/sides.h"
#include "libreport/build_changes.h"
#include "comparison.h"
#include "count_sums.h"
#include "report.h"

/* Prepares a side with the events that both profiles have. */
static struct side
side_of(const struct report *report, struct cg_reader *reader,
    const struct cg_error *error, const char *path)
{
	const struct report_profile *profile = &report->profile;
	const struct cg_header *header = &profile->series.header;

	return (struct side){
	    .path = path,
	    .reader = reader,
	    .reader_error = error,
	    .header = header,
	    .is_flat = profile->is_flat || header->format == CG_CACHEGRIND,
	    .joins_clones = inlined_rows_in(header),
	    .without_stacks = !report->options->stacks,
	};
}

/* True if the report has such rows: calls only of data. */
static bool
is_reported(const struct cg_record *row)
{
	return row->kind == CG_COSTS || cg_is_folded(row->kind) ||
	       is_of_data(row);
}

static void
take_pair(struct report *report, const struct pair *pair, int64_t *counts)
{
	struct report_profile *profile = &report->profile;
	struct cg_record row = pair->new;

	if (!is_reported(&row))
		return;
	for (size_t i = 0; i < profile->ncounted; i++)
		counts[i] =
		    count_of_sum((__int128)row.counts[i] - pair->old.counts[i],
			"a difference");
	row.counts = counts;
	if (profile->derived.projection != NULL)
		derived_events_add_negative(&profile->derived, counts);
	row_takers_take(report, &row);
}

static void
take_pairs(struct report *report, struct builds *builds, const struct side *old,
    const struct side *new)
{
	size_t n = report->profile.ncounted;
	int64_t *counts = cli_alloc(n, sizeof(*counts));
	int64_t *zeros = cli_alloc(n, sizeof(*zeros));
	struct context_map contexts;
	struct pairs pairs = sides_pairs(old, new, zeros, &contexts);
	struct pair pair;

	while (pairs_next(&pairs, &pair) == SORTED_ROWS_NEXT) {
		builds_take(builds, &pair);
		take_pair(report, &pair, counts);
	}
	row_takers_end_profile(report);
	context_map_release(&contexts);
	free(counts);
	free(zeros);
}

/* The readers are not the side's. */
static void
release(struct side *side)
{
	side->reader = NULL;
	side_release(side);
}

void
comparison_read(
    struct report *report, struct cg_reader *old, struct cg_reader *new)
{
	const struct report_options *o = report->options;
	const struct profile_series *series = &report->profile.series;
	struct side before = side_of(report, old, &series->error, o->profile);
	struct side after =
	    side_of(report, new, &series->new_error, o->others[0]);
	struct builds builds = {.n = 0};

	builds_compare(&builds, cg_reader_header(old), cg_reader_header(new));
	side_start(&after);
	side_finish(&before);
	side_finish(&after);
	sides_match_names(&builds, &before, &after);
	sides_match_folded(&before, &after);
	take_pairs(report, &builds, &before, &after);
	build_changes_warn(
	    &builds, report->profile.header.events[0].name, !before.is_flat);
	builds_release(&builds);
	release(&before);
	release(&after);
}
