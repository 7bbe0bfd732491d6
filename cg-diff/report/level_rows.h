/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions, files or regions of both profiles, in pairs, for limits and tables.
 *
 *	level_rows_make(&rows, &old, &new, LIMIT_FUNCTION, false);
 *	while (level_rows_next(&rows, &pair))
 *		...
 *	level_rows_release(&rows);
 */
#ifndef LEVEL_ROWS_H
#define LEVEL_ROWS_H

#include "libquery/matching/pairs.h"
#include "libquery/matching/side.h"
#include "libquery/events/limit.h"

struct level_rows {
	const struct cg_header *header; /* with the compared events */
	enum limit_scope level;
	struct cg_profile *old;
	struct cg_profile *new;
	int64_t *zeros;  /* the counts of a row that a profile lacks */
	int64_t *scaled; /* old counts that limits are judged by; or NULL */
	struct cg_error error;
	struct pairs pairs;
};

/* One function, file or region. */
struct level_pair {
	struct cg_record row; /* its names; the path of a region is its file */
	const int64_t
	    *old; /* counts of nevents events; of regions, inclusive */
	const int64_t *new;
	int64_t
	    old_entries; /* of regions: how often they were entered; else 0 */
	int64_t new_entries;
};

/*
 * Adds up the rows of both sides at a level.  A function belongs to the file that defines
 * it, and has the cost of all objects.  Sides need by_file for files and by_region for
 * regions.  inclusive: functions have inclusive costs, which need calls, and a function
 * that several objects have is a row for each.  Ends the program on an error.
 */
void level_rows_make(struct level_rows *rows, const struct side *old,
    const struct side *new, enum limit_scope level, bool inclusive);

/* The same for programs and libraries, as files; "???" if they are not known. */
void level_rows_of_objects(
    struct level_rows *rows, const struct side *old, const struct side *new);

/* Adds up the lines of each function.  `function` and def_file name the function. */
void level_rows_of_lines(
    struct level_rows *rows, const struct side *old, const struct side *new);

/* Sets the next pair, in canonical order.  Its names live as long as the rows, its
 * counts until the next call.  False after the last one. */
bool level_rows_next(struct level_rows *rows, struct level_pair *pair);

/*
 * Returns an old count to compare a new one with: of a region, what as many entries as
 * in the new profile would have cost, to the nearest whole number, so that a harness may
 * choose how often it runs a benchmark.
 */
__int128 level_scaled(int64_t old, int64_t old_entries, int64_t new_entries);

void level_rows_release(struct level_rows *rows);

#endif
