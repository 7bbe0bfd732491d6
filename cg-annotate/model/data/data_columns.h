/* SPDX-License-Identifier: BSD-2-Clause */
/* The columns of a list of data. */
#ifndef DATA_COLUMNS_H
#define DATA_COLUMNS_H

#include "libquery/events/event_sum.h"

struct data_list;
struct report;

struct data_column {
	const char *name; /* "D1 miss", "blocks", "Sh" */
	struct event_sum sum;
	struct event_sum
	    of;         /* the column is a share of these; n is 0: a count */
	__int128 whole; /* 100 % of it; 0: there are no shares */
	bool is_change; /* counts have a sign */
	bool is_of_allocation; /* data that are not allocated have none */
	bool is_of_sharing;    /* accesses to lines that threads share */
};

/* Sets the columns of the list: the events of --show, or those of --sort, then misses,
 * line use, blocks, bytes and others.  There is at least one, and the first one is a
 * count. */
void data_columns_find(struct data_list *data, const struct report *report);

/* Returns the count of a column. */
__int128
data_column_count(const struct data_column *column, const int64_t *counts);

/* Returns what a count of the column is of, to be freed: "D1 misses", "block". */
char *data_column_unit(const struct data_column *column, __int128 count);

/* Computes a column that is a share, in percent; false if the counts have none. */
bool data_column_share(
    const struct data_column *column, const int64_t *counts, double *percent);

/* True if the counts lack the column: no block was allocated, no line fetched. */
bool data_column_lacks(const struct data_column *column, const int64_t *counts);

#endif
