/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads profiles and adds them up: totals of each, and, where they are wanted,
 * rolled-up rows with the counts of all inputs side by side.
 */
#ifndef TALLY_H
#define TALLY_H

#include "libquery/callgraph.h"
#include "cgfmt.h"
#include "libcli/inputs.h"
#include "libquery/level.h"
#include "libquery/partial.h"

/* rows folded to one level and added up; zeroed but for its options, empty */
struct aggregate {
	struct rollup rollup;
	bool by_line;   /* of a file, whatever the function */
	bool by_object; /* which then stands for the file */
	bool inclusive; /* functions, also with what they called */
	/*
	 * A row: the first input's counts, the second's, ... where `inclusive`,
	 * an input's own counts are followed by its inclusive ones.
	 */
	struct cg_profile *rows; /* NULL before the first input */
	struct cg_record last;   /* as read; file NULL: none */
	int64_t *counts;         /* of the row that took it */
	struct callgraph graph;  /* of one input, where `inclusive` */
};

/* how many times an input's events a row has */
size_t aggregate_blocks(const struct aggregate *aggregate);

struct tally {
	const struct inputs *inputs;
	bool is_partial;              /* --partial */
	struct partials partials;     /* of all inputs */
	struct aggregate *aggregates; /* to be filled */
	size_t nrollups;
	char **names;            /* of the inputs: their paths, clean */
	size_t nread;            /* inputs so far */
	struct cg_reader *first; /* open for its header; NULL: none yet */
	const struct cg_header *header; /* the first input's */
	int64_t *totals;                /* nevents an input */
	struct cg_error error;
};

/*
 * Reads all inputs, which must have the same events; columns are in the order
 * of the first.  Rolled-up rows are then in order of name.  Ends the program
 * where an input is not a whole profile.
 */
void tally_read(struct tally *tally);

/* frees everything but the inputs and the array of aggregates */
void tally_release(struct tally *tally);

#endif
