/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What each function cost on each line, in one event: the first event of the
 * sort order that any row counts.
 */
#ifndef LINE_FUNCTIONS_H
#define LINE_FUNCTIONS_H

#include "cgfmt.h"
#include "libquery/calls/callgraph.h"
#include "model/derived_events.h"
#include "model/sort_order.h"

struct line_cost {
	int64_t line;
	int64_t count;
};

/* Successive rows of one place, which is a function and a file. */
struct line_run {
	size_t place;
	size_t first; /* number of its first row */
	size_t end;
};

struct line_functions {
	size_t n;
	struct line_cost *list; /* rows of the profile; some are added up */
	size_t nruns;
	struct line_run *runs;
	/* set by line_functions_complete */
	size_t nplaces;
	const char **files; /* of each place */
	size_t *functions;  /* of each place, its number in the graph */
	/* set by the caller after line_functions_init: functions are by_file, as the
	 * graph's */
	bool by_file;
	/* from here on private */
	const struct sort_order *order;
	struct derived_events *derived;
	size_t rank; /* of the event in the order; order->n: no counts yet */
	struct cg_error *error;
	struct cg_profile *places; /* a row each; its count is 1 + its number */
	struct cg_record last;     /* the row added last */
	size_t most;    /* room; rows of one line are added up if it is full */
	bool repeats;   /* several rows may be of one line */
	size_t *sorted; /* numbers of runs, by function */
	size_t *first;  /* of each function, its first run in `sorted` */
};

/* A line of a function. */
struct function_line {
	size_t place;
	int64_t line;
	__int128 count; /* sum of its rows; each row is in one sum only */
};

/*
 * Starts without lines.  Order, derived events and error must outlive them.
 * Init and add set the error if they return -1.
 */
int line_functions_init(struct line_functions *lines,
    const struct sort_order *order, struct derived_events *derived,
    struct cg_error *error);

/* Adds a row, which may be of any kind: only costs count. */
int
line_functions_add(struct line_functions *lines, const struct cg_record *row);

/* Call before the reader of the rows is closed, if others follow. */
void line_functions_end_profile(struct line_functions *lines);

/*
 * Call after the last row, when the graph is complete and the order settled,
 * and before the functions below.
 */
void line_functions_complete(
    struct line_functions *lines, const struct callgraph *graph);

/*
 * Finds the `most` lines of a function of the graph that cost most, by absolute
 * count, the largest first.  Lines that are not known, or cost 0, are left out.
 * Returns how many there are.
 */
size_t line_functions_hottest(const struct line_functions *lines,
    size_t function, size_t most, struct function_line *hottest);

void line_functions_release(struct line_functions *lines);

#endif
