/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data of a data profile in the order of the misses on them, cut at the
 * threshold.  Their columns are the misses of reads and writes together, blocks
 * and bytes, and all other events, unless --show or --sort name some.
 */
#ifndef DATA_LIST_H
#define DATA_LIST_H

#include "libquery/data/data_sites.h"
#include "libquery/events/event_sum.h"

struct function_cost;
struct report;

struct data_column {
	const char *name; /* "D1 miss", "blocks", "Sh" */
	struct event_sum sum;
	__int128 whole;        /* 100 % of it; 0: there are no shares */
	bool is_change;        /* counts have a sign */
	bool is_of_allocation; /* data that are not allocated have none */
};

struct data_list {
	struct data_sites sites;
	size_t ncolumns;             /* 0: the profile has no data */
	struct data_column *columns; /* the first one decides the order */
	size_t n;                    /* data to show, the largest first */
	size_t nall; /* all of them; the others follow, unordered */
	const struct data_site **list;
	int blocks, bytes; /* events; -1: there are none */
};

/*
 * Finds columns and order after the last row, and sets the misses of report->order.  The report must be read but for this, and
 * outlive the list.  Ends the program if --data is given and there are no data, or
 * none that match.
 */
void data_list_complete(struct data_list *data, struct report *report);

/* Returns the count of a column.  */
__int128
data_list_count(const struct data_column *column, const int64_t *counts);

/* Returns the sum of a column over data that are not shown. */
__int128 data_list_rest(const struct data_list *data, size_t column);

/* True if the counts lack the column: no block was allocated. */
bool data_list_lacks(const struct data_column *column, const int64_t *counts);

/* True if a site of the same datum precedes number i. */
bool data_list_is_repeated(const struct data_list *data, size_t i);

/* These return a text, to be freed: "main: struct node" or "table (static)"; ", 64 bytes
 * each", or "" if that is not known; "g.c:9", or "" likewise. */
char *data_list_name(const struct data_site *site);
char *data_list_size(const struct data_list *data, const int64_t *counts);
char *data_list_place(const char *file, int64_t line);

/*
 * Returns what follows the name of a datum below a source line, to be freed: what share
 * of the line's misses are on it, ", 61.2 %", and else ", 64 bytes each"; counts of the
 * line, or NULL.
 */
char *data_list_note(const struct report *report,
    const struct function_cost *datum, const int64_t *line);

void data_list_release(struct data_list *data);

#endif
