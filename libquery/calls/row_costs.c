/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each part is rounded down; then those that lost most get one more, until the parts add up.  If
 * the sum of what is wanted is nearer than 1 to the cycles, a part that wants nothing gets nothing.
 */
#include <stddef.h>

#include "row_costs.h"

/* Returns the part that lacks most of what it wants and can get more; NCYCLE_PARTS: none can. */
static size_t
find_lacking(
    const struct part_cycles *wanted, const int64_t *most, const int64_t *parts)
{
	size_t found = NCYCLE_PARTS;
	double largest = 0;

	for (size_t i = 0; i < NCYCLE_PARTS; i++) {
		double lacks = wanted->of[i] - (double)parts[i];

		if ((most != NULL && parts[i] >= most[i]) ||
		    (found != NCYCLE_PARTS && lacks <= largest))
			continue;
		found = i;
		largest = lacks;
	}
	return found;
}

/* Gives the parts what is left, the last cycles one by one. */
static void
give(int64_t left, const struct part_cycles *wanted, const int64_t *most,
    int64_t *parts)
{
	enum { LAST = NCYCLE_PARTS };

	while (left > 0) {
		size_t i = find_lacking(wanted, most, parts);
		int64_t step = left > LAST ? left - LAST : 1;

		if (i == NCYCLE_PARTS)
			break;
		if (most != NULL && step > most[i] - parts[i])
			step = most[i] - parts[i];
		parts[i] += step;
		left -= step;
	}
	/* cycles that are negative, as their instructions are */
	parts[CYCLES_OF_CORE] += left;
}

void
row_costs_divide(int64_t cycles, struct part_cycles *wanted,
    const int64_t *most, int64_t *parts)
{
	int64_t left = cycles;

	for (size_t i = 0; i < NCYCLE_PARTS; i++) {
		int64_t limit = left > 0 ? left : 0;
		double want = wanted->of[i];

		if (most != NULL && most[i] < limit)
			limit = most[i];
		parts[i] = want >= (double)limit ? limit
			   : want >= 1           ? (int64_t)want
						 : 0;
		left -= parts[i];
	}
	give(left, wanted, most, parts);
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		wanted->of[i] -= (double)parts[i];
}

void
part_cycles_add(
    struct part_cycles *to, const struct part_cycles *from, double times)
{
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		to->of[i] += from->of[i] * times;
}

void
part_cycles_scale(struct part_cycles *parts, double factor)
{
	for (size_t i = 0; i < NCYCLE_PARTS; i++)
		parts->of[i] *= factor;
}
