/* SPDX-License-Identifier: BSD-2-Clause */
/* Entries are compared with those of the last commit that both refs come from, as in any merge of
 * three: what only one side changed is taken from that. */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "merging.h"

const char horizon_file[] = "horizon";

/* --- refs ----------------------------------------------------------------- */

bool
ref_move(const char *ref, const char *from, const char *to)
{
	const char *const update[] = {
	    "update-ref", ref, to, from != NULL ? from : "", NULL};
	const char *const delete[] = {"update-ref", "-d", ref, from, NULL};

	return git_do(to != NULL ? update : delete, NULL) == 0;
}

void
ref_forget(const char *ref)
{
	const char *const arguments[] = {"update-ref", "-d", ref, NULL};

	git_do(arguments, NULL);
}

static bool
is_ancestor(const char *old, const char *new)
{
	const char *const arguments[] = {
	    "merge-base", "--is-ancestor", old, new, NULL};

	return git_do(arguments, NULL) == 0;
}

/* --- horizons ------------------------------------------------------------- */

int64_t
horizon_read(struct objects *objects, const char *tip)
{
	char *name = cli_format("%s:%s", tip, horizon_file);
	struct object blob;
	int64_t horizon = 0;

	if (objects_read(objects, name, &blob)) {
		if (cg_parse_int(
			blob.data, strcspn(blob.data, "\n"), &horizon) <= 0 ||
		    horizon < 0)
			cli_die("git: %s: expected a time", name);
		free(blob.data);
	}
	free(name);
	return horizon;
}

void
horizon_put(struct tree_writer *writer, int64_t horizon)
{
	char *text = cli_format("%lld\n", (long long)horizon);

	tree_writer_put(writer, horizon_file, text, strlen(text));
	free(text);
}

/* --- entries of both ------------------------------------------------------ */

/* what is merged */
struct merging {
	const struct merge_request *request;
	const char *benchmark;
	struct entries own, theirs, base;
	int64_t own_horizon, their_horizon;
	bool follows_theirs; /* the tree starts as theirs */
	struct tree_writer writer;
	size_t nchanges; /* of the tree that it starts from */
	bool has_conflict;
};

static const struct entry *
find(const struct entries *entries, const struct entry *key)
{
	return entries->n == 0 ? NULL
			       : bsearch(key, entries->list, entries->n,
				     sizeof(*entries->list), entry_compare);
}

static bool
are_same(const struct entry *a, const struct entry *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return strcmp(a->head, b->head) == 0 && strcmp(a->rows, b->rows) == 0;
}

/* Chooses between different entries of both sides. */
static const struct entry *
choose(struct merging *m, const struct entry *own, const struct entry *theirs)
{
	const struct merge_conflict conflict = {m->benchmark, own, theirs};

	/* the same rows of another build; both repositories choose alike */
	if (strcmp(own->rows, theirs->rows) == 0)
		return strcmp(own->head, theirs->head) < 0 ? own : theirs;
	if (m->request->takes_theirs)
		return theirs;
	m->request->complain(m->request->arg, &conflict);
	m->has_conflict = true;
	return own;
}

/* Returns what becomes of an entry; NULL: it is gone. */
static const struct entry *
merge_entry(struct merging *m, const struct entry *own,
    const struct entry *theirs, const struct entry *base)
{
	if (are_same(own, theirs))
		return own;
	if (own == NULL || theirs == NULL) {
		const struct entry *left = own != NULL ? own : theirs;

		/* the other side removed it, and this one did not change it */
		return are_same(left, base) ? NULL : left;
	}
	if (are_same(own, base))
		return theirs;
	return are_same(theirs, base) ? own : choose(m, own, theirs);
}

/* Merges what either side has of a commit and settings. */
static void
take(struct merging *m, const struct entry *own, const struct entry *theirs)
{
	const struct entry *key = own != NULL ? own : theirs;
	const struct entry *start = m->follows_theirs ? theirs : own;
	int64_t horizon = m->own_horizon > m->their_horizon ? m->own_horizon
							    : m->their_horizon;
	const struct entry *merged =
	    key->time < horizon
		? NULL
		: merge_entry(m, own, theirs, find(&m->base, key));

	if (are_same(merged, start))
		return;
	m->nchanges++;
	if (merged == NULL)
		entry_remove(&m->writer, start);
	else
		entry_put(&m->writer, merged);
}

/* Walks over both lists, which are sorted. */
static void
take_all(struct merging *m)
{
	size_t i = 0, k = 0;

	while (i < m->own.n || k < m->theirs.n) {
		const struct entry *own = &m->own.list[i];
		const struct entry *theirs = &m->theirs.list[k];
		int order = i == m->own.n      ? 1
			    : k == m->theirs.n ? -1
					       : entry_compare(own, theirs);

		take(m, order <= 0 ? own : NULL, order >= 0 ? theirs : NULL);
		i += order <= 0;
		k += order >= 0;
	}
}

/* Reads the entries of the commit that both come from, if there is one. */
static void
read_base(struct merging *m, const char *own, const char *theirs)
{
	const char *const arguments[] = {"merge-base", own, theirs, NULL};
	char *base = git_ask_line(arguments);

	if (base != NULL)
		entries_read(&m->base, m->request->objects, base, NULL);
	free(base);
}

/* Makes a commit of both histories and moves the ref. */
static enum merge_result
write_joint(
    struct merging *m, const char *ref, const char *own, const char *theirs)
{
	tree_writer_open(&m->writer);
	tree_writer_commit(&m->writer, ref, own, theirs, "merge");
	take_all(m);
	if (!m->has_conflict)
		return tree_writer_close(&m->writer) ? MERGE_DONE : MERGE_MOVED;
	tree_writer_abandon(&m->writer);
	return MERGE_CONFLICT;
}

/* Makes a commit that follows the side that was pruned later.  If the own ref leaves its history for
 * it, git makes the commit on another ref first. */
static enum merge_result
write_after_pruning(
    struct merging *m, const char *ref, const char *own, const char *theirs)
{
	const char *start = m->follows_theirs ? theirs : own;
	char *new_ref = ref_name_of(ref_names_new, m->benchmark), *tip = NULL;
	bool is_moved = false;

	ref_forget(new_ref);
	tree_writer_open(&m->writer);
	tree_writer_commit(&m->writer, new_ref, start, NULL, "merge");
	take_all(m);
	if (m->has_conflict || m->nchanges == 0) {
		tree_writer_abandon(&m->writer);
		is_moved = m->has_conflict || !m->follows_theirs ||
			   ref_move(ref, own, theirs);
	} else if (tree_writer_close(&m->writer)) {
		tip = ref_tip(new_ref);
		is_moved = tip != NULL && ref_move(ref, own, tip);
		ref_forget(new_ref);
	}
	free(tip);
	free(new_ref);
	if (m->has_conflict)
		return MERGE_CONFLICT;
	return is_moved ? MERGE_DONE : MERGE_MOVED;
}

static enum merge_result
merge_trees(const struct merge_request *request, const char *benchmark,
    const char *own, const char *theirs)
{
	struct merging m = {.request = request, .benchmark = benchmark};
	char *ref = ref_name_of(ref_names_own, benchmark);
	enum merge_result result;

	m.own_horizon = horizon_read(request->objects, own);
	m.their_horizon = horizon_read(request->objects, theirs);
	m.follows_theirs = m.their_horizon > m.own_horizon;
	entries_read(&m.own, request->objects, own, NULL);
	entries_read(&m.theirs, request->objects, theirs, NULL);
	read_base(&m, own, theirs);
	result = m.own_horizon == m.their_horizon
		     ? write_joint(&m, ref, own, theirs)
		     : write_after_pruning(&m, ref, own, theirs);
	entries_release(&m.own);
	entries_release(&m.theirs);
	entries_release(&m.base);
	free(ref);
	return result;
}

enum merge_result
merge_refs(const struct merge_request *request, const char *benchmark,
    const char *own, const char *theirs)
{
	char *ref;
	bool is_moved;

	if (own != NULL && is_ancestor(theirs, own))
		return MERGE_DONE;
	if (own != NULL && !is_ancestor(own, theirs))
		return merge_trees(request, benchmark, own, theirs);
	ref = ref_name_of(ref_names_own, benchmark);
	is_moved = ref_move(ref, own, theirs);
	free(ref);
	return is_moved ? MERGE_DONE : MERGE_MOVED;
}
