/* SPDX-License-Identifier: BSD-2-Clause */
/* What cg-filter does to a profile. */
#ifndef FILTER_H
#define FILTER_H

#include "libquery/columns.h"
#include "libquery/level.h"
#include "libquery/outlet.h"
#include "libquery/rank.h"
#include "libquery/rename.h"
#include "select.h"

struct options {
	struct renames renames;
	struct selection selection;
	struct columns columns;
	struct ranking ranking;
	struct folding folding;
	bool drop;
	bool partial;
	struct outlet outlet;
};

/* reads the profile at `input` and writes what the options make of it */
void filter(struct options *options, const char *input);

#endif
