/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call stacks that were counted: a tree of the contexts of a profile.  Calls of a
 * function from several lines of its caller are one node.
 *
 *	counted_init(&counted, nevents);
 *	counted_add(&counted, &record);		of each row
 *	counted_end_profile(&counted);		if rows of another reader follow
 *	counted_take(&counted, &tree);
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "libquery/context_map.h"
#include "stack_tree.h"

struct counted {
	struct context_map map; /* the contexts without places of calls */
	struct cg_contexts *functions; /* one for each frame of the tree */
	struct stack_tree tree;        /* a node for each changed context */
	bool has_stacks;               /* a row had a context */
	/* set by the caller after counted_init: a function that was inlined is
	 * the same frame as one that was not, as in a difference of builds */
	bool joins_inlined;
	/* of each event: the cost of rows without a context and, of these, what is
	 * folded; after counted_take without what is folded */
	int64_t *without;
	bool has_folded;
	struct cg_profile *alone; /* the functions without a context */
	struct cg_error error;
};

/* Rows have nevents counts.  Ends the program on an error, as all functions. */
void counted_init(struct counted *counted, size_t nevents);

/* Adds a row of one reader, if it is of costs or folded.  A row without a
 * context is a stack of its function only.  If stacks are folded, its cost may be in
 * the frame "(folded)" of such a stack: what is in none is a stack "(without callers)".
 * Names live as long as the reader. */
void counted_add(struct counted *counted, const struct cg_record *record);

/* Ends the rows of one reader. */
void counted_end_profile(struct counted *counted);

/* Releases all but the tree, whose totals are not computed yet. */
void counted_take(struct counted *counted, struct stack_tree *tree);

/* May be called again, and of a struct that is all zeros. */
void counted_release(struct counted *counted);

#endif
