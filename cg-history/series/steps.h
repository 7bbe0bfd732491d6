/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds where the recorded costs of a benchmark change along the commits.  A recorded commit is
 * compared with the last recorded ancestor of each parent that has the same settings: it changed
 * nothing if one of them has the same rows, as for `git log`, and else it is a step from the first.
 */
#ifndef STEPS_H
#define STEPS_H

#include "cg-history/store/commits.h"
#include "cg-history/store/entries.h"

enum step_kind {
	STEP_UNMEASURED, /* it has no recording */
	STEP_SAME,       /* the rows of its ancestor */
	STEP_CHANGE,     /* other rows */
	STEP_BREAK,      /* the ancestor has other settings */
	STEP_FIRST,      /* no ancestor is recorded */
};

struct step {
	enum step_kind kind;
	size_t commit;           /* its index */
	const struct entry *new; /* NULL: unmeasured */
	const struct entry *old; /* NULL: unmeasured, or the first */
	size_t nbetween; /* commits between both that are not recorded */
};

/* one for each commit of the range, the last commit first; several for a commit that is recorded
 * with several settings */
struct steps {
	size_t n;
	struct step *list;
};

/* The entries and commits must outlive the steps. */
void steps_find(struct steps *steps, const struct commits *commits,
    const struct entries *entries);

/* Returns the last recorded ancestor of a commit, or its own recording unless `is_own` is false; NULL:
 * there is none.  With settings NULL, any settings will do. */
const struct entry *
steps_ancestor(const struct commits *commits, const struct entries *entries,
    size_t commit, const char *settings, bool is_own);

void steps_release(struct steps *steps);

#endif
