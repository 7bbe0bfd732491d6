/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of an entry lie together in a sorted profile, so entries are runs of
 * rows in the order of their names, with their sums in one flat array.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "entries.h"

/* what a function is known by */
struct entry {
	const char *object;
	const char *home;
	const char *function;
};

struct entries {
	struct entry *list;
	__int128 *sums; /* of counts, as sizes */
	struct sizes sizes;
	bool *kept; /* one an entry */
	bool all_kept;
};

static struct entry
entry_of(const struct cg_record *record)
{
	return (struct entry){record->object, record->home, record->function};
}

static int
compare_names(const char *a, const char *b)
{
	return a == b ? 0 : strcmp(a, b);
}

static int
compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = compare_names(x->object, y->object);

	if (order == 0)
		order = compare_names(x->home, y->home);
	if (order == 0)
		order = compare_names(x->function, y->function);
	return order;
}

/* --- sizes ---------------------------------------------------------------- */

/* counts are added as numbers, not sizes: an entry's rows may cancel out */
static void
add_row(struct entries *e, const struct cg_record *record)
{
	struct entry entry = entry_of(record);
	size_t nevents = e->sizes.nevents;

	if (e->sizes.n == 0 || compare(&e->list[e->sizes.n - 1], &entry) != 0)
		e->list[e->sizes.n++] = entry;
	if (record->kind != CG_COSTS)
		return;
	for (size_t i = 0; i < nevents; i++)
		e->sums[(e->sizes.n - 1) * nevents + i] += record->counts[i];
}

static struct entries *
find_entries(const struct cg_profile *profile, size_t nevents)
{
	size_t nrows = cg_profile_len(profile);
	struct entries *e = cli_alloc(1, sizeof(*e));
	struct cg_record record;

	e->list = cli_alloc(nrows + 1, sizeof(*e->list));
	e->sums = cli_alloc(nrows * nevents, sizeof(*e->sums));
	e->sizes.nevents = nevents;
	for (size_t row = 0; row < nrows; row++) {
		cg_profile_at(profile, row, &record);
		add_row(e, &record);
	}
	e->sizes = sizes_new(e->sizes.n, nevents);
	for (size_t i = 0; i < e->sizes.n * nevents; i++)
		e->sizes.list[i] = size_of_count(e->sums[i]);
	return e;
}

struct entries *
entries_choose(const struct ranking *ranking, const struct cg_profile *profile,
    const int64_t *total, size_t nevents)
{
	struct entries *e = find_entries(profile, nevents);
	size_t n = e->sizes.n;

	e->kept = cli_alloc(n + 1, sizeof(*e->kept));
	if (ranking->threshold != NULL)
		ranking_threshold(ranking, &e->sizes, total, e->kept);
	else
		memset(e->kept, true, n * sizeof(*e->kept));
	ranking_top(ranking, &e->sizes, e->kept);
	e->all_kept = memchr(e->kept, 0, n * sizeof(*e->kept)) == NULL;
	return e;
}

/* --- verdicts ------------------------------------------------------------- */

static bool
keep(const struct entries *e, const struct entry *entry)
{
	const struct entry *found =
	    bsearch(entry, e->list, e->sizes.n, sizeof(*e->list), compare);

	return found != NULL ? e->kept[found - e->list] : e->all_kept;
}

bool
entries_keep(const struct entries *e, const struct cg_record *record)
{
	struct entry entry = entry_of(record);

	return keep(e, &entry);
}

bool
entries_keep_target(const struct entries *e, const struct cg_target *target)
{
	struct entry entry = {target->object, target->file, target->function};

	return keep(e, &entry);
}

void
entries_free(struct entries *e)
{
	free(e->list);
	free(e->sums);
	sizes_release(&e->sizes);
	free(e->kept);
	free(e);
}
