/* SPDX-License-Identifier: BSD-2-Clause */
/* In a sorted profile, the rows of a function without a context come before the others. */
#include <stdlib.h>

#include "folded_costs.h"
#include "libcli/cli.h"
#include "libquery/stacks/shares.h"

/* Rows without a context. */
struct loose_rows {
	double ir, cycles;
	int64_t left; /* of the cycles */
	struct part_cycles parts;
};

/* What has no row yet, of the cycles of rows without a context. */
struct loose_cycles {
	double all;
	struct part_cycles parts;
};

static void
add_parts(struct part_cycles *to, const int64_t *parts, double times)
{
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		to->of[i] += times * (double)parts[i];
}

/* Sets the parts of a row that has a share of the cycles of others. */
static void
set_parts(const struct row_costs *cycles, size_t row,
    struct part_cycles *wanted, const struct part_cycles *from, double share)
{
	part_cycles_add(wanted, from, share);
	row_costs_divide(
	    cycles->all[row], wanted, NULL, row_costs_parts(cycles, row));
}

/* Sets the cycles of own costs, rounded down, because all folded costs are part of the rows without a context.
 * Returns the cycles of all rows without a context that
 * these do not have, and the number of other folded rows. */
static struct loose_cycles
set_own(const struct cg_profile *rows, struct row_costs *cycles, size_t ir,
    size_t *nbelow)
{
	struct cg_record row, last = {.function = NULL};
	struct loose_rows own = {0};
	struct loose_cycles left = {0};
	struct part_cycles wanted = {0};

	*nbelow = 0;
	for (size_t i = 0; i < cg_profile_len(rows); i++, last = row) {
		cg_profile_at(rows, i, &row);
		if (last.function == NULL ||
		    !cg_record_same_function(&row, &last))
			own = (struct loose_rows){0};
		if (row.kind == CG_COSTS && row.context == NULL) {
			own.ir += (double)row.counts[ir];
			own.cycles += (double)cycles->all[i];
			own.left += cycles->all[i];
			left.all += (double)cycles->all[i];
			if (cycles->parts != NULL) {
				add_parts(
				    &own.parts, row_costs_parts(cycles, i), 1);
				add_parts(
				    &left.parts, row_costs_parts(cycles, i), 1);
			}
		} else if (row.kind == CG_FOLDED_OWN && own.ir > 0) {
			double share = (double)row.counts[ir] / own.ir;

			cycles->all[i] = (int64_t)(share * own.cycles);
			if (cycles->all[i] > own.left)
				cycles->all[i] = own.left;
			own.left -= cycles->all[i];
			left.all -= (double)cycles->all[i];
			if (cycles->parts != NULL) {
				set_parts(
				    cycles, i, &wanted, &own.parts, share);
				add_parts(&left.parts,
				    row_costs_parts(cycles, i), -1);
			}
		}
		*nbelow += row.kind == CG_FOLDED_BELOW && row.counts[ir] > 0;
	}
	return left;
}

void
folded_costs_set(
    const struct cg_profile *rows, struct row_costs *cycles, size_t ir)
{
	struct cg_record row;
	struct share *shares;
	size_t nbelow, n = 0;
	struct loose_cycles left = set_own(rows, cycles, ir, &nbelow);
	struct part_cycles wanted = {0};

	if (nbelow == 0 || left.all <= 0)
		return;
	shares = cli_alloc(nbelow, sizeof(*shares));
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		if (row.kind == CG_FOLDED_BELOW && row.counts[ir] > 0)
			shares[n++].weight = (uint64_t)row.counts[ir];
	}
	shares_divide((int64_t)left.all, shares, nbelow);
	n = 0;
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		if (row.kind != CG_FOLDED_BELOW || row.counts[ir] <= 0)
			continue;
		cycles->all[i] = shares[n++].amount;
		if (cycles->parts != NULL)
			set_parts(cycles, i, &wanted, &left.parts,
			    (double)cycles->all[i] / left.all);
	}
	free(shares);
}
