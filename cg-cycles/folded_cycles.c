/* SPDX-License-Identifier: BSD-2-Clause */
/* In a sorted profile, the rows of a function without a context come before the others. */
#include <stdlib.h>

#include "folded_cycles.h"
#include "libcli/cli.h"
#include "libquery/stacks/shares.h"

/* Rows without a context. */
struct loose_rows {
	double ir, cycles;
};

/* Sets the cycles of own costs.  Returns the cycles of all rows without a context that
 * these do not have, and the number of other folded rows. */
static double
set_own(
    const struct cg_profile *rows, int64_t *cycles, size_t ir, size_t *nbelow)
{
	struct cg_record row, last = {.function = NULL};
	struct loose_rows own = {0, 0};
	double left = 0;

	*nbelow = 0;
	for (size_t i = 0; i < cg_profile_len(rows); i++, last = row) {
		cg_profile_at(rows, i, &row);
		if (last.function == NULL ||
		    !cg_record_same_function(&row, &last))
			own = (struct loose_rows){0, 0};
		if (row.kind == CG_COSTS && row.context == NULL) {
			own.ir += (double)row.counts[ir];
			own.cycles += (double)cycles[i];
			left += (double)cycles[i];
		} else if (row.kind == CG_FOLDED_OWN && own.ir > 0) {
			cycles[i] = (int64_t)((double)row.counts[ir] / own.ir *
						  own.cycles +
					      0.5);
			left -= (double)cycles[i];
		}
		*nbelow += row.kind == CG_FOLDED_BELOW && row.counts[ir] > 0;
	}
	return left;
}

void
folded_cycles_set(const struct cg_profile *rows, int64_t *cycles, size_t ir)
{
	struct cg_record row;
	struct share *shares;
	size_t nbelow, n = 0;
	double left = set_own(rows, cycles, ir, &nbelow);

	if (nbelow == 0 || left <= 0)
		return;
	shares = cli_alloc(nbelow, sizeof(*shares));
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		if (row.kind == CG_FOLDED_BELOW && row.counts[ir] > 0)
			shares[n++].weight = (uint64_t)row.counts[ir];
	}
	shares_divide((int64_t)left, shares, nbelow);
	n = 0;
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		if (row.kind == CG_FOLDED_BELOW && row.counts[ir] > 0)
			cycles[i] = shares[n++].amount;
	}
	free(shares);
}
