/* SPDX-License-Identifier: BSD-2-Clause */
/* Selects rows by regular expressions on their names. */
#ifndef SELECT_H
#define SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "own_code.h"

enum subject {
	SUBJECT_FILE,
	SUBJECT_FUNCTION,
	SUBJECT_OBJECT,
	SUBJECT_REGION,
	NSUBJECTS,
};

struct selection {
	struct criterion {
		size_t npatterns;
		struct pattern *patterns;
		struct name_verdict {
			char *name; /* judged last; NULL before the first */
			bool kept;
		} last;
	} criteria[NSUBJECTS];
	struct own_code *own; /* functions must be of it; NULL: need not */
	bool own_matched;
	/* the names judged last; NULL before the first */
	char *own_object, *own_file;
	bool own_kept;
};

/*
 * Adds a regular expression that names must match, or must not match if
 * `negated`.  If several must match, one match is enough.  Ends the program if
 * the text is not a regular expression, and names the option.  The option and
 * the text are not copied.  A zeroed struct selection keeps everything.
 */
void selection_add(struct selection *selection, enum subject subject,
    bool negated, const char *option, const char *regex);

/* Lets only functions that the user wrote match; see own_code.h. */
void selection_add_own(struct selection *selection);

/* True if anything was added but expressions on regions. */
bool selection_selects(const struct selection *selection);

/* The same for expressions on regions. */
bool selection_selects_regions(const struct selection *selection);

/* True if the expressions on regions keep the row.  The region of rows outside
 * of all regions is "". */
bool selection_keeps_region(
    struct selection *selection, const struct cg_record *record);

/*
 * True if the selection keeps the row in whatever region.  Expressions look at the file of the
 * row's line, or if the row is a call, at the file that defines the caller;
 * never at the target.  Whether a function is own depends on the file that
 * defines it.  Rows of hidden costs are not kept.
 */
bool
selection_keeps(struct selection *selection, const struct cg_record *record);

/* Returns the i-th regular expression on the subject; NULL: there are no more. */
const char *selection_regex(
    const struct selection *selection, enum subject subject, size_t i);

/* Warns of each expression that names must match and that matched none, and if
 * no function is own. */
void selection_warn(const struct selection *selection);

/* Ends the program because the first expression, which must have been added,
 * matches nothing. */
_Noreturn void selection_die(const struct selection *selection);

void selection_release(struct selection *selection);

#endif
