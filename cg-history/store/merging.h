/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Merges what another repository has recorded into the refs of this one.  Nothing that either has is
 * lost: a file that both changed in different ways is a conflict.
 *
 * The file "horizon" of a tree says which commits were pruned: those that were made before.  A ref that
 * was pruned begins a new history, so that the old objects can go, and what is merged with it follows
 * that.
 */
#ifndef MERGING_H
#define MERGING_H

#include "entries.h"
#include "ref_names.h"
#include "tree_writer.h"

extern const char horizon_file[];

/* Returns the time before which a ref has no commits; 0: it was never pruned. */
int64_t horizon_read(struct objects *objects, const char *tip);

/* Puts that time into a tree. */
void horizon_put(struct tree_writer *writer, int64_t horizon);

/* Both have other rows for the same commit and settings. */
struct merge_conflict {
	const char *benchmark;
	const struct entry *own, *theirs;
};

struct merge_request {
	struct objects *objects;
	bool takes_theirs; /* in a conflict */
	/* says what the conflict is */
	void (*complain)(void *arg, const struct merge_conflict *conflict);
	void *arg;
};

enum merge_result {
	MERGE_DONE,
	MERGE_CONFLICT, /* the ref stays as it was */
	MERGE_MOVED,    /* somebody else moved the ref meanwhile: try again */
};

/* Merges the tip of a fetched ref into the own ref of the benchmark, which is at `own`, NULL: there is
 * none. */
enum merge_result merge_refs(const struct merge_request *request,
    const char *benchmark, const char *own, const char *theirs);

/* Moves a ref from one commit to another, NULL: from or to nothing.  False if it was elsewhere. */
bool ref_move(const char *ref, const char *from, const char *to);

/* Removes a ref that only this program uses, if it is there. */
void ref_forget(const char *ref);

#endif
