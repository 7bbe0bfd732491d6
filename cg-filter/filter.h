/* SPDX-License-Identifier: BSD-2-Clause */
/* What cg-filter does to a profile. */
#ifndef FILTER_H
#define FILTER_H

#include "libquery/projection.h"
#include "libquery/level.h"
#include "libquery/profile_output.h"
#include "libquery/rank.h"
#include "libquery/rename.h"
#include "select.h"

struct options {
	struct renames renames;
	struct selection selection;
	struct projection columns;
	struct ranking ranking;
	struct rollup rollup;
	bool drop;
	bool partial;
	struct profile_output output;
};

/* reads the profile at `input` and writes what the options make of it */
void filter(struct options *options, const char *input);

#endif
