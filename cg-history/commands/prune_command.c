/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cg-history prune: forgets recordings of old commits.  The ref begins a new history, so that `git gc`
 * can remove the objects, and its tree says what was pruned, so that merging does not bring it back.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cg-history/series/known_changes.h"
#include "cg-history/store/blob_sizes.h"
#include "cg-history/store/merging.h"
#include "commands.h"

enum { SECONDS_OF_DAY = 86400, ATTEMPTS = 20 };

struct prune {
	struct options *options;
	struct objects objects;
	struct blob_sizes sizes; /* if the size is limited */
	char *changes;           /* the directory of what is known */
};

/* --- what is forgotten ---------------------------------------------------- */

static int
newest_first(const void *a, const void *b)
{
	const struct entry *x = *(const struct entry *const *)a;
	const struct entry *y = *(const struct entry *const *)b;

	if (x->time != y->time)
		return x->time < y->time ? 1 : -1;
	return entry_compare(x, y);
}

/* Returns the time of the oldest entry that fits with all newer ones; entries of one time stay
 * together. */
static int64_t
horizon_of_size(const struct prune *p, const struct entries *entries)
{
	const struct entry **list = cli_alloc(entries->n + 1, sizeof(*list));
	int64_t horizon = 0, size = 0;

	for (size_t i = 0; i < entries->n; i++)
		list[i] = &entries->list[i];
	qsort(list, entries->n, sizeof(*list), newest_first);
	for (size_t i = 0; i < entries->n && horizon == 0; i++) {
		size += blob_size(&p->sizes, list[i]->head) +
			blob_size(&p->sizes, list[i]->rows);
		if (size > p->options->size)
			horizon = list[i]->time + 1;
	}
	free(list);
	return horizon;
}

static int64_t
choose_horizon(const struct prune *p, const struct entries *entries)
{
	int64_t by_age =
	    p->options->days >= 0
		? (int64_t)time(NULL) - p->options->days * SECONDS_OF_DAY
		: 0;
	int64_t by_size =
	    p->options->size >= 0 ? horizon_of_size(p, entries) : 0;

	return by_age > by_size ? by_age : by_size;
}

/* --- the new history ------------------------------------------------------ */

/* Makes a commit without parents of what is kept.  False if somebody else moved the ref. */
static bool
begin_anew(
    const struct ref *ref, const struct entries *entries, int64_t horizon)
{
	char *new_ref = ref_name_of(ref_names_new, ref->benchmark), *tip;
	struct tree_writer writer;
	bool is_done = false;

	ref_forget(new_ref);
	tree_writer_open(&writer);
	tree_writer_commit(&writer, new_ref, NULL, NULL, "prune");
	horizon_put(&writer, horizon);
	for (size_t i = 0; i < entries->n; i++)
		if (entries->list[i].time >= horizon)
			entry_put(&writer, &entries->list[i]);
	if (tree_writer_close(&writer)) {
		tip = ref_tip(new_ref);
		is_done = tip != NULL && ref_move(ref->name, ref->tip, tip);
		ref_forget(new_ref);
		free(tip);
	}
	free(new_ref);
	return is_done;
}

static bool
has_older(const struct entries *entries, int64_t horizon)
{
	for (size_t i = 0; i < entries->n; i++)
		if (entries->list[i].time < horizon)
			return true;
	return false;
}

/* Prunes a benchmark.  False if somebody else moved its ref. */
static bool
prune_benchmark(struct prune *p, const struct ref *ref)
{
	struct entries entries;
	int64_t horizon;
	bool is_done = true;

	entries_read(&entries, &p->objects, ref->tip, NULL);
	horizon = choose_horizon(p, &entries);
	if (has_older(&entries, horizon)) {
		is_done = begin_anew(ref, &entries, horizon);
		known_changes_forget(p->changes, ref);
	}
	entries_release(&entries);
	return is_done;
}

/* False if somebody else moved a ref. */
static bool
prune_all(struct prune *p)
{
	struct refs refs;
	bool is_done = true;

	refs_read_matching(&refs, p->options->benchmark);
	objects_open(&p->objects);
	for (size_t i = 0; i < refs.n; i++)
		is_done &= prune_benchmark(p, &refs.list[i]);
	objects_close(&p->objects);
	refs_release(&refs);
	return is_done;
}

int
prune_command(struct options *o, const struct operands *operands)
{
	struct prune p = {.options = o};
	int attempts = 0;

	if (operands->n > 0)
		cli_usage("prune: expected no operand, found \"%s\"",
		    operands->list[0]);
	if (o->days < 0 && o->size < 0)
		cli_usage("prune: expected --days or --size");
	if (o->size >= 0)
		blob_sizes_read(&p.sizes);
	p.changes = known_changes_directory();
	while (!prune_all(&p))
		if (++attempts == ATTEMPTS)
			cli_die("others change recordings all the time: try "
				"again later");
	blob_sizes_release(&p.sizes);
	free(p.changes);
	return 0;
}
