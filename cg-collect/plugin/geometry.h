/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_GEOMETRY_H
#define CGCOLLECT_GEOMETRY_H

#include "cachesim.h"

#include "pub_tool_basics.h"

/* The simulated caches; a line size of zero says that one is not set. */
struct geometries {
	struct geometry I1, D1, LL;
};

/* Takes --I1=, --D1= and --LL= (or --L2=); a bad value ends the run. */
Bool geometry_option(const HChar *arg, struct geometries *geometries);
void geometry_usage(void);

/* Fills in what is not set from the processor, with Cachegrind's warnings,
 * and ends the run if the result cannot be simulated. */
void geometry_complete(struct geometries *geometries);

/* "32768 B, 64 B, 8-way associative", as in a profile. */
void geometry_describe(const struct geometry *shape, HChar *text, Int size);

#endif
