/* SPDX-License-Identifier: BSD-2-Clause */
/* Gives the rows of a profile to the stores that the options of a report ask for. */
#ifndef ROW_TAKERS_H
#define ROW_TAKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

struct report;
struct report_options;

enum { MOST_ROW_TAKERS = 7 };

struct row_takers {
	size_t n;
	/* each adds a row to its store; sets the report's error and returns -1 on
	 * failure */
	int (*list[MOST_ROW_TAKERS])(
	    struct report *report, const struct cg_record *row);
};

/*
 * Starts the stores that the options ask for, all others stay zeroed, and lists their
 * takers.  The header of the first profile and the events of the report are known.
 * Ends the program on an error, as row_takers_take.
 */
void row_takers_init(struct report *report);

/* Adds a row to the stores.  Names of rows of one profile that follow one another are
 * equal if their pointers are. */
void row_takers_take(struct report *report, const struct cg_record *row);

/* Call before the reader of the rows is closed. */
void row_takers_end_profile(struct report *report);

/* True if a store keeps lines. */
bool row_takers_need_lines(const struct report_options *options);

#endif
