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

/* Moves on in each profile that had a row in the last pair. */
static enum sorted_rows_status
go_on(struct pairs *p)
{
	bool next_old = p->has_begun ? p->has_old && p->order <= 0 : true;
	bool next_new = p->has_begun ? p->has_new && p->order >= 0 : true;
	enum sorted_rows_status old = SORTED_ROWS_NEXT, new = SORTED_ROWS_NEXT;
	bool other_names = !p->has_begun;

	if (next_old) {
		old = sorted_rows_next(&p->old);
		p->has_old = old == SORTED_ROWS_NEXT;
		other_names |= p->old.is_elsewhere;
	}
	if (next_new) {
		new = sorted_rows_next(&p->new);
		p->has_new = new == SORTED_ROWS_NEXT;
		other_names |= p->new.is_elsewhere;
	}
	p->has_begun = true;
	if (other_names && p->old.reader != NULL && p->has_old && p->has_new)
		p->names =
		    sorted_rows_compare_names(&p->old.record, &p->new.record);
	if (old == SORTED_ROWS_ERROR || old == SORTED_ROWS_DISORDER)
		return old;
	return new == SORTED_ROWS_END ? SORTED_ROWS_NEXT : new;
}

static const struct cg_context *
join(const struct pairs *p, const struct cg_context *context)
{
	return context != NULL ? context_map_add(p->contexts, context) : NULL;
}

/* Compares rows of profiles in memory.  Their stacks are of two profiles, and
 * comparing these frame by frame would take too long if they are deep. */
static int
compare_rows(const struct pairs *p)
{
	struct cg_record old, new;

	if (p->contexts == NULL)
		return cg_record_compare(&p->old.record, &p->new.record);
	old = p->old.record;
	new = p->new.record;
	old.context = join(p, old.context);
	new.context = join(p, new.context);
	old.target.context = join(p, old.target.context);
	new.target.context = join(p, new.target.context);
	return cg_record_compare(&old, &new);
}

/* Compares the first rows that are left. */
static int
compare_first(const struct pairs *p)
{
	int64_t old = p->old.record.line, new = p->new.record.line;

	if (!p->has_old || !p->has_new)
		return p->has_old ? -1 : 1;
	if (p->old.reader == NULL)
		return compare_rows(p);
	return p->names != 0 ? p->names : (old > new) - (old < new);
}

enum sorted_rows_status
pairs_next(struct pairs *p, struct pair *pair)
{
	enum sorted_rows_status status = go_on(p);

	if (status != SORTED_ROWS_NEXT)
		return status;
	if (!p->has_old && !p->has_new)
		return SORTED_ROWS_END;
	p->order = compare_first(p);
	pair->old = p->order <= 0 ? p->old.record : absent(p, &p->new.record);
	pair->new = p->order >= 0 ? p->new.record : absent(p, &p->old.record);
	return SORTED_ROWS_NEXT;
}
