/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges two sorted lists. */
#include "pairs.h"

/* Returns the row with counts of 0, for the profile that lacks it. */
static struct cg_record
absent(const struct pairs *p, const struct cg_record *row)
{
	struct cg_record record = *row;

	record.counts = p->zeros;
	record.executed = record.taken = 0;
	return record;
}

/* Sets the next row of each profile.  Returns less than 0 if the old one comes
 * first, more than 0 if the new one does. */
static int
compare_first(const struct pairs *p, struct pair *pair)
{
	bool has_old = p->next_old < cg_profile_len(p->old);
	bool has_new = p->next_new < cg_profile_len(p->new);

	if (has_old)
		cg_profile_at(p->old, p->next_old, &pair->old);
	if (has_new)
		cg_profile_at(p->new, p->next_new, &pair->new);
	if (has_old && has_new)
		return cg_record_compare(&pair->old, &pair->new);
	return has_old ? -1 : 1;
}

bool
pairs_next(struct pairs *p, struct pair *pair)
{
	int order;

	if (p->next_old == cg_profile_len(p->old) &&
	    p->next_new == cg_profile_len(p->new))
		return false;
	order = compare_first(p, pair);
	if (order < 0)
		pair->new = absent(p, &pair->old);
	else if (order > 0)
		pair->old = absent(p, &pair->new);
	p->next_old += order <= 0;
	p->next_new += order >= 0;
	return true;
}
