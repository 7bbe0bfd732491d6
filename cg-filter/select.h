/* SPDX-License-Identifier: BSD-2-Clause */
/* Which rows are kept, by patterns on their names. */
#ifndef SELECT_H
#define SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

enum subject {
	SUBJECT_FILE,
	SUBJECT_FUNCTION,
	SUBJECT_OBJECT,
	NSUBJECTS,
};

struct selection {
	struct criterion {
		size_t npatterns;
		struct pattern *patterns;
		struct verdict {
			char *name; /* judged last; NULL: none */
			bool kept;
		} last;
	} criteria[NSUBJECTS];
};

/*
 * Adds a regular expression that a name must match, or must not;
 * of several that must match one suffices.  Ends the program where it is none,
 * naming the option.  The option and the expression are not copied.  A zeroed
 * struct selection keeps everything.
 */
void selection_add(struct selection *selection, enum subject subject,
    bool negated, const char *option, const char *regex);

/* true if it has any pattern */
bool selection_selects(const struct selection *selection);

/*
 * Whether it keeps the row, whatever it leads to: by the file of its line, or
 * for a call, which is between functions, by that in which the caller begins.
 * What was hidden before never is.
 */
bool
selection_keeps(struct selection *selection, const struct cg_record *record);

/* names each expression that a name must match, but that matched none, on
 * standard error */
void selection_warn(const struct selection *selection);

void selection_release(struct selection *selection);

#endif
