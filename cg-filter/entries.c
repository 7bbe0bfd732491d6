/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of an entry lie together in a sorted profile, so entries are runs of
 * rows in the order of their names, with their sums in one flat array.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "entries.h"

/* what a function is known by */
struct entry {
	const char *object;
	const char *def_file;
	const char *function;
};

struct entries {
	size_t room; /* of the list, in entries */
	struct entry *list;
	__int128 *sums; /* of each entry's counts, nevents each */
	size_t n;
	size_t nevents;
	bool *kept; /* one an entry */
};

static struct entry
entry_of(const struct cg_record *record)
{
	return (struct entry){
	    record->object, record->def_file, record->function};
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
		order = compare_names(x->def_file, y->def_file);
	if (order == 0)
		order = compare_names(x->function, y->function);
	return order;
}

/* --- sizes ---------------------------------------------------------------- */

struct entries *
entries_new(size_t nevents)
{
	struct entries *e = cli_alloc(1, sizeof(*e));

	e->nevents = nevents;
	return e;
}

static void
append(struct entries *e, const struct entry *entry)
{
	enum { FIRST_ROOM = 1024 };

	if (e->n == e->room) {
		e->room = e->room > 0 ? 2 * e->room : FIRST_ROOM;
		e->list = cli_resize(e->list, e->room, sizeof(*e->list));
		e->sums =
		    cli_resize(e->sums, e->room * e->nevents, sizeof(*e->sums));
	}
	memset(e->sums + e->n * e->nevents, 0, e->nevents * sizeof(*e->sums));
	e->list[e->n++] = *entry;
}

/* counts are added as numbers, not sizes: an entry's rows may cancel out */
void
entries_add(struct entries *e, const struct cg_record *record)
{
	struct entry entry = entry_of(record);
	__int128 *sums;

	if (e->n == 0 || compare(&e->list[e->n - 1], &entry) != 0)
		append(e, &entry);
	if (record->kind != CG_COSTS)
		return;
	sums = e->sums + (e->n - 1) * e->nevents;
	for (size_t i = 0; i < e->nevents; i++)
		sums[i] += record->counts[i];
}

void
entries_rank(
    struct entries *e, const struct ranking *ranking, const int64_t *total)
{
	struct sizes sizes = sizes_new(e->n, e->nevents);

	for (size_t i = 0; i < e->n * e->nevents; i++)
		sizes.list[i] = size_of_count(e->sums[i]);
	e->kept = cli_alloc(e->n + 1, sizeof(*e->kept));
	if (ranking->threshold != NULL)
		ranking_threshold(ranking, &sizes, total, e->kept);
	else
		memset(e->kept, true, e->n * sizeof(*e->kept));
	ranking_top(ranking, &sizes, e->kept);
	sizes_release(&sizes);
}

/* --- verdicts ------------------------------------------------------------- */

bool
entries_keep(const struct entries *e, const struct cg_record *record)
{
	struct entry entry = entry_of(record), *found = NULL;

	if (e->n > 0) /* bsearch takes no NULL */
		found =
		    bsearch(&entry, e->list, e->n, sizeof(*e->list), compare);
	return found != NULL && e->kept[found - e->list];
}

void
entries_free(struct entries *e)
{
	free(e->list);
	free(e->sums);
	free(e->kept);
	free(e);
}
