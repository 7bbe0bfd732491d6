/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One source beside its costs, as a sequence of lines: each line with costs,
 * some lines of context around it, then the lines that the source does not
 * have.
 */
#ifndef ANNOTATION_H
#define ANNOTATION_H

#include "model/functions/call_list.h"
#include "model/count_sums.h"
#include "model/lines/line_costs.h"
#include "source.h"

enum line_kind {
	LINE_OF_SOURCE,
	LINE_PAST_END, /* the profile has it, the source does not */
	/* between lines, with a number only: */
	STRETCH_BEGINS, /* before line `number`; also if that is line 1 */
	STRETCH_ENDS,   /* after line `number`, unless the source ends there */
};

struct annotated_line {
	enum line_kind kind;
	int64_t number;
	const char *text; /* of the source; has a newline, if the line has */
	size_t len;
	const int64_t *counts; /* NULL: the line has no costs */
	const bool *present;   /* which counts were written; NULL: all */
	struct call_list calls;
};

/* Sum over all annotated lines; all annotations of a report add to it. */
struct annotated_sum {
	__int128 *counts;
	bool *present; /* true if any line has a count of the event */
};

struct annotation {
	const char *name;               /* of the file in the profile */
	struct annotated_source source; /* open */
	bool is_named;                  /* the user named it */
	bool is_newer;                  /* than the profile */
	bool has_costs;                 /* the profile has any for the file */
	struct count_range range;       /* of all its rows */
	/* the costs of line 0, which stands for unknown lines; NULL: none */
	const int64_t *unknown_counts;
	const bool *unknown_present;
	/* from here on private */
	const struct line_costs *costs;
	/* copies of the costs of line 0, and of the line handed out last */
	struct copied_costs {
		int64_t *counts;
		bool *present;
	} unknown, last_costs;
	const struct sort_order *order;
	struct annotated_sum *sum;
	int64_t context;
	enum { AT_STRETCH, IN_STRETCH, AFTER_SOURCE } state;
	int64_t last;                 /* of the stretch */
	size_t stretch;               /* first row of the next one */
	size_t next;                  /* first row that was not handed out */
	size_t end;                   /* of the file's rows */
	struct cg_profile *call_rows; /* of the line handed out last */
	struct call_list calls;
};

/*
 * Starts to annotate a->source, which is open and named a->name.  Costs and
 * order must outlive the annotation.  The costs of its lines are added to
 * `sum`.
 */
void annotation_begin(struct annotation *a, const struct line_costs *costs,
    const struct sort_order *order, int64_t context, struct annotated_sum *sum);

/*
 * Hands out the next line, which lives until the next call; returns false after
 * the last line.
 */
bool annotation_next(struct annotation *a, struct annotated_line *line);

void annotation_end(struct annotation *a);

#endif
