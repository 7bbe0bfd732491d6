/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_GEOMETRY_H
#define CGCOLLECT_GEOMETRY_H

#include "machine/cachesim.h"

#include "pub_tool_basics.h"

/* The simulated caches.  A line size of zero: the cache is not set. */
extern struct geometries {
	struct geometry I1, D1, LL;
	struct geometry L2; /* with --memory */
} geometries;

/* Parses --I1=, --D1=, --LL= and --L2=, which is LL without --memory.  False if arg is another option; a
 * bad value ends the run. */
Bool geometry_option(const HChar *arg);

/* Sets the missing caches as the processor has them, with Cachegrind's
 * warnings, and ends the run if the result cannot be simulated. */
void geometry_complete(void);

/* Writes "32768 B, 64 B, 8-way associative", as in a profile, to text. */
void geometry_describe(const struct geometry *shape, HChar *text, Int size);

#endif
