/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions, files, objects or regions whose costs changed, the largest change first. */
#ifndef CHANGES_H
#define CHANGES_H

#include "cg-diff/line_map.h"
#include "level_rows.h"
#include "libquery/events/projection_options.h"
#include "verdict.h"

/* which changes are shown */
struct changes_request {
	enum limit_scope level; /* not LIMIT_TOTAL */
	bool by_object;         /* programs and libraries instead of files */
	bool inclusive;         /* costs of functions */
	bool by_line;    /* also the lines of functions, with own costs */
	bool only_lines; /* in tables for people: no functions */
	int64_t top;     /* at most so many rows */
	struct projection projection; /* resolved */
	size_t
	    nshown; /* the first events of the projection; a table for each */
};

/* a line of a function, or a function, file, object or region */
struct change {
	const char *file; /* the object, or the path of a region */
	const char
	    *def_file; /* of a line: the file that defines the function */
	const char *function;
	int64_t line;       /* 0: not a line, or not known */
	const int64_t *old; /* one for each event that is shown */
	const int64_t *new;
	int64_t old_entries; /* of regions, else 0 */
	int64_t new_entries;
	bool
	    is_new; /* the old profile lacks it: it costs nothing in any event */
	bool is_gone; /* likewise the new profile */
};

enum {
	CHANGES_TOP = 10,  /* rows that are shown by default */
	CHANGED_LINES = 3, /* shown of a function */
};

struct change_list {
	struct level_rows rows;
	size_t n;
	struct change *list; /* in canonical order */
	int64_t *counts;     /* of all of them */
};

struct changes {
	struct changes_request *request;
	struct change_list rows;  /* also the unchanged ones */
	struct change_list lines; /* of functions, if by_line */
	struct change total;
	int64_t *total_counts;
};

/* one event of the changes, in the order of its changes */
struct ranked_changes {
	const struct changes *changes;
	size_t event;
	size_t nshown; /* rows to show, at most the request's top */
	const struct change **shown;
	size_t nhidden;      /* other rows that changed */
	__int128 hidden_old; /* their sums */
	__int128 hidden_new;
};

/* Copies those events of the header from which the shown ones are computed.  Returns how many were
 * copied. */
size_t changes_events(struct changes_request *request,
    const struct cg_header *header, struct cg_event *events);

/* Adds up both sides.  All arguments must outlive the changes. */
void changes_make(struct changes *changes, struct changes_request *request,
    const struct side *old, const struct side *new, struct totals totals);

/* Ranks the rows of one of its lists whose counts of one event differ. */
void changes_rank(struct ranked_changes *ranked, const struct changes *changes,
    const struct change_list *list, size_t event);
void ranked_changes_release(struct ranked_changes *ranked);

/* The change of a count: of a region, for as many entries as in the new profile. */
__int128 change_of(const struct change *change, size_t event);

/* Sets the lines of a function that changed most, the largest change first.  Returns
 * their number. */
size_t
changes_lines(const struct changes *changes, const struct change *function,
    size_t event, const struct change *lines[CHANGED_LINES]);

/* What rows are of: "line", "function", "file", "object" or "region". */
const char *changes_kind(const struct changes *changes);

void changes_release(struct changes *changes);

#endif
