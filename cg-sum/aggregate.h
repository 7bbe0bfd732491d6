/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads profiles and adds them up: the totals of each, and the rows of each
 * grouping, with the counts of all inputs side by side.
 */
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include "libquery/calls/callgraph.h"
#include "cgfmt.h"
#include "libcli/inputs.h"
#include "libquery/data/data_sites.h"
#include "libquery/level.h"
#include "libquery/profile_series.h"
#include "libquery/region_sums.h"

/* What rows of costs are added up by. */
struct row_key {
	struct rollup rollup;
	bool by_line;        /* lines of a file, in any function */
	bool by_instruction; /* the object with the address stands for the file,
				and the source file for the one that defines the
				function */
	bool by_object;      /* the object stands for the file */
	bool by_region;      /* the region does */
};

/*
 * Rows of one level of detail.  The caller sets the first six members and
 * zeroes the others; aggregate_read fills them.
 */
struct grouping {
	struct row_key key;
	bool has_outer; /* of two keys, outer is the first one: its name is */
	struct row_key outer; /* the object of a row */
	bool inclusive;       /* functions, also with their inclusive costs */
	bool by_region;       /* regions, also with their inclusive costs */
	bool by_data;         /* data, with the misses on them */
	/*
	 * A row has the counts of the first input, then of the second, and so
	 * on.  If `inclusive` or by_region, an input has two blocks of counts:
	 * the row's own, then the inclusive ones; then the number of calls from
	 * outside of its recursion, or of entries.
	 */
	struct cg_profile *rows;    /* NULL before the first input */
	struct cg_record last;      /* as read; file NULL: none yet */
	int64_t *counts;            /* of the row that `last` was added to */
	struct region_sums regions; /* of the current input, if by_region */
	struct data_sites data;     /* likewise, if by_data */
	struct callgraph graph;     /* likewise, if `inclusive` */
};

/* number of blocks of counts of an input in a row: 1, or 2 if one is inclusive */
size_t grouping_blocks(const struct grouping *grouping);

/* number of counts of an input in a row */
size_t grouping_width(const struct grouping *grouping, size_t nevents);

/* a part of an input */
struct process {
	char *program; /* the name of its program */
	char *
	    command; /* the number of the process, if it is known, and its command */
};

struct aggregate {
	const struct inputs *inputs;
	struct profile_series series; /* of them; the caller sets `partial` */
	struct grouping *groupings;   /* the caller's array */
	size_t ngroupings;
	char **names; /* of the inputs: their paths, escaped */
	/* the caller sets whether parts of the inputs are told apart, as processes */
	bool by_process;
	struct process *processes;
	size_t nprocesses;
	int64_t *process_totals;        /* nevents a process */
	size_t nread;                   /* inputs read so far */
	const struct cg_header *header; /* the first input's */
	int64_t *totals;                /* nevents an input */
	bool *differences; /* which inputs cg-diff wrote: counts are changes */
};

/*
 * Reads all inputs, which must have the same events; counts are in the first
 * input's order.  Sorts the rows of each grouping by name.  Ends the program if
 * an input is not a whole profile, or with --partial not a profile.
 */
void aggregate_read(struct aggregate *aggregate);

/* Frees everything but the inputs and the array of groupings. */
void aggregate_release(struct aggregate *aggregate);

#endif
