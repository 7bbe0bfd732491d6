/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Limits that a profile must keep: budgets, what an event may cost at most, or
 * growths, by how much it may exceed an older count.
 *
 *	LIMIT := EVENT "=" BOUND ("|" BOUND)* ["," SCOPE "=" REGEX]
 *	EVENT := NAME | "@all"
 *	SCOPE := "file" | "function"
 *	BOUND := NUMBER                     of a budget: a whole number
 *	       | ["+" | "-"] NUMBER ["%"]   of a growth: a percentage may have
 *	                                    up to six decimals
 *
 * Without a scope the total is judged; with one, each file or function of a
 * file whose name matches, alone.  A limit of several bounds is exceeded where
 * all of them are.  A percentage is one of the old count without its sign, so
 * any growth from 0 exceeds it.  Comparisons are exact.
 *
 * One judgement, of which there may be several with the same limits:
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

enum limit_scope { LIMIT_TOTAL, LIMIT_FILE, LIMIT_FUNCTION, NLIMIT_SCOPES };

/* zeroed but for its kind, it has no limit and everything keeps it */
struct limits {
	enum limit_kind kind;
	size_t n;
	struct limit *list;
	/* the judgement that is under way */
	const struct cg_header *header;
	const char *place; /* NULL: none */
	struct limit_sums {
		const char *file; /* of the last row; NULL before the first */
		const char *function;
		int64_t *old; /* nevents each; of budgets all 0 */
		int64_t *now;
	} sums[NLIMIT_SCOPES];
	bool exceeded;
};

/*
 * Adds what one --limit says.  Ends the program where it is no limit.  The text
 * is not copied.
 */
void limits_add(struct limits *limits, const char *text);

/* whether a limit has that scope: no row need be taken in for others */
bool limits_have(const struct limits *limits, enum limit_scope scope);

/*
 * Begins a judgement of rows with the header's events, which must live until
 * the end; one that a limit names and the header lacks ends the program.  The
 * place, such as the path of one of several profiles, goes before each message;
 * NULL: nothing does.
 */
void limits_begin(
    struct limits *limits, const struct cg_header *header, const char *place);

/*
 * Takes one row: its counts, and those it had before (NULL for budgets).  All
 * rows of a function of a file must come together, and all functions of a file,
 * as in a sorted profile; their lines do not matter.  Rows of calls and jumps
 * are passed over.  Names must live until the end.  Ends the program where a
 * sum does not fit in 64 bits.
 */
void limits_take(
    struct limits *limits, const struct cg_record *row, const int64_t *old);

/* The same for limits of one scope only. */
void limits_take_in(struct limits *limits, enum limit_scope scope,
    const struct cg_record *row, const int64_t *old);

/*
 * Whether all limits were kept.  Each that was not is named on standard error,
 * in the order of the rows, totals last: a line for each file or function, up
 * to ten for one limit, and then how many more there are.  Ends the program
 * where the pattern of a limit matched nothing: such a gate guards nothing.
 */
bool limits_end(struct limits *limits);

void limits_release(struct limits *limits);

#endif
