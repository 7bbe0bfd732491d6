/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines that cost most, with their functions and text. */
#ifndef HOT_LINES_H
#define HOT_LINES_H

#include "model/report.h"

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
	/* NULL: there is no source, or hot_lines_read was not called */
	char *path;         /* of the source that was read */
	char *text;         /* without newline and blanks around it */
	bool is_unreadable; /* there is a source, but it cannot be read */
};

struct hot_lines {
	size_t n; /* in the order of the report's deciding event */
	struct hot_line *list;
	/* both by hot_lines_read, in order of their names */
	struct source_names not_read; /* "path: reason" */
	struct source_names newer;    /* files that were read */
	int64_t *counts;              /* of all lines */
};

/*
 * Finds the `most` lines that cost most in each of the nevents events, by
 * absolute count.  Lines that cost 0 are left out.
 * Their functions are known if the report was read with
 * options->functions_of_lines.  The report must outlive them.
 */
void hot_lines_init(struct hot_lines *lines, const struct report *report,
    const size_t *events, size_t nevents, size_t most);

/* Reads the texts of the lines.  The caller may have removed some before. */
void hot_lines_read(struct hot_lines *lines, const struct report *report);

void hot_lines_release(struct hot_lines *lines);

#endif
