/* SPDX-License-Identifier: BSD-2-Clause */
/* The steps from the profile that cg-filter reads to the one that it writes. */
#ifndef FILTER_H
#define FILTER_H

#include "libquery/events/projection_options.h"
#include "libquery/level.h"
#include "libquery/profile_output.h"
#include "libquery/rank.h"
#include "libquery/patterns/rename.h"
#include "libquery/patterns/select.h"

struct options {
	struct renames renames;
	struct selection selection;
	struct projection columns;
	struct ranking ranking;
	struct rollup rollup;
	bool drop;
	bool partial;
	bool joins_hosts; /* inlined functions become their hosts */
	bool adds_stacks; /* rows of several stacks become one */
	struct profile_output output;
};

struct filter;

/* All functions end the program on an error. */

/*
 * Opens the profile at `path`, and finds the events that the options name.  The
 * options must outlive the filter.
 */
struct filter *filter_open(struct options *options, const char *path);

/* Reads all rows, and renames, selects and rolls up each of them. */
void filter_read(struct filter *filter);

/*
 * Hides the functions that the ranking drops and, in calls, also those that the
 * selection drops.  Call it once, after _read.
 */
void filter_hide_functions(struct filter *filter);

/* Writes the rows that are left, the hidden costs and the summary. */
void filter_write(struct filter *filter);

void filter_free(struct filter *filter);

#endif
