/* SPDX-License-Identifier: BSD-2-Clause */
/* The loops of a profile's machine code, the one that costs most first, each followed by those in
 * it.  Copies of a loop that the compiler made are one. */
#ifndef LOOP_LIST_H
#define LOOP_LIST_H

#include "libquery/loops/loop_copies.h"
#include "model/remarks/remarks.h"
#include "libquery/patterns/pattern.h"

struct report;

/* What --loops says. */
struct loop_options {
	bool is_wanted;
	const pcre2_code
	    *pattern;      /* that names of functions match; NULL: all */
	const char *regex; /* its text */
	struct remarks remarks;
};

struct loop_list {
	size_t n; /* that are reported */
	struct loop_row *list;
	/* of each one that is reported, what compilers say of it */
	const struct loop_remarks **remarks;
	size_t nothers;   /* that are not */
	int64_t *outside; /* the cost of the functions outside of loops */
	bool is_selected; /* of some functions, not of the whole profile */
	bool has_calls;   /* a loop that is reported has calls */
	/* from here on private */
	size_t nfunctions;
	struct function_loops *functions;
	size_t nall;
	struct loop_row *all; /* owns the counts */
	struct loop_remarks *all_remarks;
};

/* Finds the loops, after the last row.  Ends the program if the profile has no jumps or no
 * function matches. */
void loop_list_complete(struct loop_list *loops, struct report *report);

void loop_list_release(struct loop_list *loops);

#endif
