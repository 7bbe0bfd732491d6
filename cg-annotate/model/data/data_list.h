/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data of a data profile in the order of the misses on them, cut at the
 * threshold.  Their columns are the misses of reads and writes together, blocks
 * and bytes, and all other events, unless --show or --sort name some.
 */
#ifndef DATA_LIST_H
#define DATA_LIST_H

#include "libquery/data/data_sites.h"
#include "data_columns.h"

struct data_list {
	struct data_sites sites;
	size_t ncolumns;             /* 0: the profile has no data */
	struct data_column *columns; /* the first one decides the order */
	size_t n;                    /* data to show, the largest first */
	size_t nall; /* all of them; the others follow, unordered */
	const struct data_site **list;
	int blocks, bytes; /* events; -1: there are none */
};

/* Blocks that were allocated. */
struct data_blocks {
	__int128 n;
	__int128 bytes;
	bool vary; /* their sizes are known to differ */
};

/*
 * Finds columns and order after the last row, and sets the misses of report->order.
 * The report must be read but for this, and outlive the list.  Ends the program if
 * --data is given and there are no data, or none that match.
 */
void data_list_complete(struct data_list *data, struct report *report);

/* Returns the sum of a column over data that are not shown. */
__int128 data_list_rest(const struct data_list *data, size_t column);

/* Returns the sum of a column over all sites of the datum that a site belongs to. */
__int128 data_list_sum(
    const struct data_list *data, size_t column, const struct data_site *site);

/* True if a site of the same datum precedes number i. */
bool data_list_is_repeated(const struct data_list *data, size_t i);

/* Return the blocks that the counts of a site tell of, and the blocks of all sites of the datum that a
 * site belongs to. */
struct data_blocks
data_list_blocks(const struct data_list *data, const int64_t *counts);
struct data_blocks data_list_all_blocks(
    const struct data_list *data, const struct data_site *site);

void data_list_release(struct data_list *data);

#endif
