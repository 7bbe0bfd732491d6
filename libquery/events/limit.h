/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Limits that a profile must keep: a budget is the largest allowed count of an
 * event, a growth is how far it may exceed an older count.
 *
 *	LIMIT := EVENT "=" BOUND ("|" BOUND)* ["," SCOPE "=" REGEX]
 *	EVENT := NAME | "@all"
 *	SCOPE := "file" | "function" | "region"
 *	BOUND := NUMBER                     of a budget: a whole number
 *	       | ["+" | "-"] NUMBER ["%"]   of a growth: a percentage may have
 *	                                    up to six decimals
 *
 * Without a scope a limit applies to the total; with one, to each matching file,
 * function or region separately.  A limit of several bounds is exceeded if all of them
 * are.  A percentage is of the absolute old count, so any growth from 0 exceeds
 * it.  Comparisons are exact.
 *
 * The same limits can be used for several judgements, one after another:
 *
 *	limits_begin(&limits, header, NULL);
 *	for (each row)
 *		limits_take(&limits, &row, old_counts);
 *	kept = limits_end(&limits);
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"

enum limit_kind { LIMIT_BUDGET, LIMIT_GROWTH };

enum limit_scope {
	LIMIT_TOTAL,
	LIMIT_FILE,
	LIMIT_FUNCTION,
	LIMIT_REGION,
	NLIMIT_SCOPES
};

/* with all members but kind and inclusive zeroed, there is no limit */
struct limits {
	enum limit_kind kind;
	bool inclusive; /* functions come with inclusive costs, for messages */
	size_t n;
	struct limit *list;
	/* the current judgement */
	const struct cg_header *header;
	const char *place; /* see limits_begin; NULL: none */
	struct limit_sums {
		const char *file; /* of the last row; NULL before the first */
		const char *function;
		__int128 *old; /* nevents each; all 0 for budgets */
		__int128 *now;
	} sums[NLIMIT_SCOPES];
	bool exceeded;
	bool total_exceeded;
	size_t total_event; /* that exceeded a limit on the total first */
};

/*
 * Adds the limit of one --limit option.  Ends the program if the text is no
 * limit.  The text is not copied.
 */
void limits_add(struct limits *limits, const char *text);

/* True if a limit has that scope; rows are needed only for those in use. */
bool limits_have(const struct limits *limits, enum limit_scope scope);

/* True if a limit is on the event, or on all events. */
bool limits_are_on(const struct limits *limits, const char *event);

/*
 * Begins a judgement of rows with the header's events.  The header must live
 * until the end.  Ends the program if a limit names an event that the header
 * lacks.  Messages start with `place`, such as the path of one of several
 * profiles, unless it is NULL.
 */
void limits_begin(
    struct limits *limits, const struct cg_header *header, const char *place);

/*
 * Takes one row with its counts and its old counts (NULL for budgets).  All
 * rows of a file must be consecutive, and in it all rows of a function, as in a
 * sorted profile; the order of lines does not matter.  Calls and jumps are
 * ignored.  Names must live until the end.  Ends the program if a sum or change
 * to be compared with a limit does not fit in 64 bits.
 */
void limits_take(
    struct limits *limits, const struct cg_record *row, const int64_t *old);

/* The same for limits of one scope only.  The file of a row of a region is its
 * path, and its costs are inclusive; what ran in no region has no limit. */
void limits_take_in(struct limits *limits, enum limit_scope scope,
    const struct cg_record *row, const int64_t *old);

/*
 * True if all limits were kept.  Each one exceeded is named on standard error,
 * in the order of the rows, totals last: a line for each file or function, up
 * to ten for one limit, then the number of others.  Ends the program if the
 * pattern of a limit matched nothing, because such a limit guards nothing.
 */
bool limits_end(struct limits *limits);

/*
 * True if a budget, judged before, limits that event of the total or of the
 * file or function of that name, and the count is beyond it.
 */
bool limits_exceeds(const struct limits *limits, enum limit_scope scope,
    const char *name, size_t event, int64_t count);

void limits_release(struct limits *limits);

#endif
