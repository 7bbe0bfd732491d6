/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The costs and calls of each line of each file, whatever the function.
 * Sources are annotated from these.
 */
#ifndef LINE_COSTS_H
#define LINE_COSTS_H

#include "cgfmt.h"
#include "libquery/calls/function_index.h"
#include "model/derived_events.h"

struct line_costs {
	struct cg_error *error;
	struct derived_events *derived;
	size_t ncounted; /* events */
	/* the costs of each line in these events, then its calls; object and
	 * function "" */
	struct cg_profile *rows;
	bool has_numbers; /* the line of any row is known */
	/* a row for each function, to find the callees; NULL if the profile has
	 * no calls */
	struct cg_profile *functions;
	struct function_index index;
	struct cg_record last; /* of the row added last: its function */
	struct cg_record
	    costs; /* a row of costs; only members that vary are set */
};

/*
 * Starts without rows.  The header's events, which rows have counts of, must
 * outlive the last line_costs_add, and the derived ones the lines.  has_calls:
 * some rows may be calls.  These functions set *error and return -1 on an
 * error.
 */
int line_costs_init(struct line_costs *lines, const struct cg_header *header,
    struct derived_events *derived, bool has_calls, struct cg_error *error);
int line_costs_add(struct line_costs *lines, const struct cg_record *row);

/*
 * Add a call of a row of data: to the site of the datum or field, or its declaration;
 * and to the line that misses on it.  In the rows of both, the datum is the target, whose
 * line is one of enum data_role.  Offsets in a datum have no site of their own.
 */
enum data_role { DATA_NONE, DATA_HERE, DATA_MISSED };
int line_costs_add_site(struct line_costs *lines, const struct cg_record *row);
int line_costs_add_miss(struct line_costs *lines, const struct cg_record *row);

/* Adds only the function of a row, which calls of other rows may go to. */
int
line_costs_add_function(struct line_costs *lines, const struct cg_record *row);

/* Call before the reader of the rows is closed, if others follow. */
void line_costs_end_profile(struct line_costs *lines);

/* Sorts the rows, if there are any.  Call after the last row and before the functions
 * below. */
int line_costs_complete(struct line_costs *lines);

/*
 * Finds the rows of a file: numbers *first to *end - 1, in order of the lines.
 */
void line_costs_find(const struct line_costs *lines, const char *file,
    size_t *first, size_t *end);

/* What a file costs in one event. */
struct file_cost {
	__int128 sum;
	unsigned __int128 largest; /* absolute cost of its hottest known line */
};

/* Adds up the lines of a file, without their calls. */
struct file_cost line_costs_of_file(
    const struct line_costs *lines, const char *file, size_t event);

/* Return a row; line_costs_at without the counts of derived events, line_costs_row
 * with counts that live until the next call. */
struct cg_record line_costs_at(const struct line_costs *lines, size_t i);
struct cg_record line_costs_row(const struct line_costs *lines, size_t i);

/*
 * Sets the object of a call without one, if only one object has the function.
 */
void
line_costs_find_object(const struct line_costs *lines, struct cg_record *call);

void line_costs_release(struct line_costs *lines);

#endif
