/* SPDX-License-Identifier: BSD-2-Clause */
/* Gives the rows of each level that a limit is on to the limits. */
#include "level_rows.h"
#include "libcli/cli.h"
#include "verdict.h"

/* Sets the old counts that new ones are compared with.  Ends the program if one does
 * not fit in 64 bits. */
static void
set_old(
    const struct level_rows *rows, const struct level_pair *pair, int64_t *old)
{
	for (size_t i = 0; i < rows->header->nevents; i++) {
		__int128 count = level_scaled(
		    pair->old[i], pair->old_entries, pair->new_entries);

		old[i] = (int64_t)count;
		if (old[i] != count)
			cli_die("the old %s of %s, for %lld entries, does not "
				"fit in 64 bits",
			    rows->header->events[i].name, pair->row.file,
			    (long long)pair->new_entries);
	}
}

/* Judges the rows of one level.  The names live until the judgement has ended. */
static void
take_rows(struct limits *limits, struct level_rows *rows)
{
	struct level_pair pair;

	rows->scaled = cli_alloc(rows->header->nevents, sizeof(*rows->scaled));
	while (level_rows_next(rows, &pair)) {
		set_old(rows, &pair, rows->scaled);
		limits_take_in(limits, rows->level, &pair.row, rows->scaled);
	}
}

bool
verdict(struct limits *limits, const struct side *old, const struct side *new,
    struct totals totals)
{
	const struct cg_record total = {
	    .kind = CG_COSTS,
	    .file = "",
	    .function = "",
	    .counts = totals.new,
	};
	struct level_rows rows[NLIMIT_SCOPES];
	bool kept;

	if (limits->n == 0)
		return true;
	limits_begin(limits, old->header, NULL);
	for (enum limit_scope i = NLIMIT_SCOPES - 1; i > LIMIT_TOTAL; i--)
		if (limits_have(limits, i)) {
			level_rows_make(
			    &rows[i], old, new, i, limits->inclusive);
			take_rows(limits, &rows[i]);
		}
	limits_take_in(limits, LIMIT_TOTAL, &total, totals.old);
	kept = limits_end(limits);
	for (enum limit_scope i = NLIMIT_SCOPES - 1; i > LIMIT_TOTAL; i--)
		if (limits_have(limits, i))
			level_rows_release(&rows[i]);
	return kept;
}
