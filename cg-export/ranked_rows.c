/* SPDX-License-Identifier: BSD-2-Clause */
/* Hidden rows are added up in 128 bits: before the last of them, a sum may not fit. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/row_selection.h"
#include "ranked_rows.h"

static void
hide(const struct ranked_rows *r, __int128 *hidden, const int64_t *counts)
{
	for (size_t i = 0; i < r->nevents; i++)
		hidden[i] += counts[i];
}

/* Takes the rows of the profile, in its order. */
static void
take_rows(struct ranked_rows *r, const struct cg_profile *profile,
    struct projection *projection, __int128 *hidden)
{
	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		int64_t *counts = r->counts + r->n * r->nevents;
		struct cg_record row;

		cg_profile_at(profile, i, &row);
		projection_apply(projection, &row);
		if (cg_is_filtered(row.file))
			hide(r, hidden, row.counts);
		else if (!are_zero(row.counts, r->nevents))
			r->list[r->n++] = (struct ranked_row){
			    .file = row.file,
			    .function = row.function,
			    .def_file = row.def_file,
			    .host_file = row.host_file,
			    .host = row.host,
			    .context = row.context,
			    .line = row.line,
			    .counts = memcpy(counts, row.counts,
				r->nevents * sizeof(*counts)),
			};
	}
}

/* Puts the rows that the ranking keeps in order, and hides the others. */
static void
rank(struct ranked_rows *r, const int64_t *total, const struct ranking *ranking,
    __int128 *hidden)
{
	const struct row_counts counts = {.n = r->n,
	    .ninputs = 1,
	    .nevents = r->nevents,
	    .list = r->counts,
	    .totals = total};
	struct ranked_row *all = r->list;
	struct row_selection selection;

	row_selection_make(&selection, &counts, ranking);
	r->list = cli_alloc(r->n + 1, sizeof(*r->list));
	r->n = 0;
	for (size_t i = 0; i < counts.n; i++) {
		size_t row = selection.order[i];

		if (selection.kept[row])
			r->list[r->n++] = all[row];
		else
			hide(r, hidden, all[row].counts);
	}
	row_selection_release(&selection);
	free(all);
}

/* Adds the row of the hidden rows, unless it is 0. */
static void
append_hidden(struct ranked_rows *r, const struct projection *projection,
    const __int128 *hidden, int64_t *counts)
{
	for (size_t i = 0; i < r->nevents; i++) {
		counts[i] = (int64_t)hidden[i];
		if (counts[i] != hidden[i])
			cli_die("the sum of %s does not fit in 64 bits",
			    projection->events[i].name);
	}
	if (!are_zero(counts, r->nevents))
		r->list[r->n++] = (struct ranked_row){.file = cg_filtered,
		    .function = cg_filtered,
		    .counts = counts};
}

void
ranked_rows_make(struct ranked_rows *r, const struct cg_profile *profile,
    const int64_t *total, struct projection *projection,
    const struct ranking *ranking)
{
	size_t n = cg_profile_len(profile), nevents = projection->n;
	__int128 *hidden = cli_alloc(nevents, sizeof(*hidden));
	int64_t *totals = cli_alloc(nevents, sizeof(*totals));
	struct cg_record all = {
	    .file = "(total)", .function = "(total)", .counts = total};

	*r = (struct ranked_rows){.nevents = nevents,
	    .list = cli_alloc(n, sizeof(*r->list)),
	    .counts = cli_alloc((n + 1) * nevents, sizeof(*r->counts))};
	projection_apply(projection, &all);
	memcpy(totals, all.counts, nevents * sizeof(*totals));
	take_rows(r, profile, projection, hidden);
	rank(r, totals, ranking, hidden);
	append_hidden(r, projection, hidden, r->counts + n * nevents);
	free(hidden);
	free(totals);
}

void
ranked_rows_release(struct ranked_rows *r)
{
	free(r->list);
	free(r->counts);
}
