/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --sort and --threshold: the events that functions and calls are sorted by,
 * and the share of an event's total from which on they are shown.
 */
#ifndef SORT_ORDER_H
#define SORT_ORDER_H

#include "cgfmt.h"
#include "libcli/cli.h"
#include "libquery/calls/callgraph.h"
#include "libquery/events/event_sum.h"
#include "libquery/rank.h"

enum { MAX_THRESHOLD = 20 /* percent, of --threshold */ };

struct sort_event {
	size_t event; /* index in the header */
	char *text;   /* the threshold as given, without its "%" */
	struct cli_percent threshold;
};

struct sort_order {
	size_t nevents; /* of the header */
	size_t n;
	struct sort_event *list; /* the first one decides, then the next */
	bool has_own_thresholds; /* --sort gave them; --threshold is unused */
	/* the header of a difference: what has not changed is hidden; NULL: of
	 * another profile; set by the caller after sort_order_init */
	const struct cg_header *changes;
	/* from here on since sort_order_settle */
	size_t deciding;       /* the first event that has any counts */
	const int64_t *totals; /* 100 % of each event of the header */
	/* the least absolute count that reaches the deciding event's threshold
	 */
	unsigned __int128 least;
	/* what decides the order of data, and the least that reaches its threshold; set by
	 * data_list_complete */
	struct event_sum misses;
	unsigned __int128 least_misses;
};

/*
 * Reads both options.  With sort NULL, the order is the header's first ncounted
 * events.  Ends the program if an option cannot be understood or names an event
 * that the header lacks.
 */
void sort_order_init(struct sort_order *order, const struct cg_header *header,
    size_t ncounted, const char *sort, const char *threshold);

/*
 * Gives --threshold to the first event of the order that any function counts.
 * Call after callgraph_complete.  The totals must outlive the order.
 */
void sort_order_settle(struct sort_order *order, const struct callgraph *graph,
    const int64_t *totals);

/* Returns the least size that reaches --threshold if `all` is 100 %. */
unsigned __int128
sort_threshold_least(const char *threshold, unsigned __int128 all);

/* Returns for each of n rows, given by its counts, whether it reaches the threshold of
 * any event of the order.  The caller frees the array. */
bool *sort_order_passing(
    const struct sort_order *order, const int64_t *const *counts, size_t n);

void sort_order_release(struct sort_order *order);

#endif
