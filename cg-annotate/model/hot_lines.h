/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines that cost most, with their functions and text. */
#ifndef HOT_LINES_H
#define HOT_LINES_H

#include "report.h"

struct hot_line {
	const char *file;
	int64_t line;
	const int64_t *counts; /* one for each event of the report */
	/* the function with most of the line's cost in the deciding event; "":
	 * there is none */
	const char *function;
	size_t number;          /* of the function in the graph */
	size_t nfunctions;      /* how many spent any */
	unsigned __int128 size; /* absolute count of the deciding event */
	char *path;             /* of the source that was read; NULL: none */
	char *text; /* without newline and blanks around it; NULL: no source */
};

struct hot_lines {
	size_t n; /* in the order of the report's deciding event */
	struct hot_line *list;
	struct source_names not_read; /* "path: reason" */
	int64_t *counts;              /* of all lines */
};

/*
 * Finds the `most` lines that cost most in each of the nevents events, by
 * absolute count, and reads their texts.  Lines that cost 0 are left out.
 * Their functions are known if the report was read with
 * options->functions_of_lines.  The report must outlive them.
 */
void hot_lines_init(struct hot_lines *lines, const struct report *report,
    const size_t *events, size_t nevents, size_t most);

void hot_lines_release(struct hot_lines *lines);

#endif
