/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PROFILE_H
#define CGCOLLECT_PROFILE_H

#include "geometry.h"

#include "pub_tool_basics.h"

struct profile_header {
	Bool cache_sim;
	Bool branch_sim;
	struct geometries caches;
};

/* Writes the settled costs as Cachegrind text.  What goes wrong is printed;
 * then there is no new file, and the result is false. */
Bool profile_write(const struct profile_header *header, const HChar *file);

/* Prints the totals as Cachegrind does when a program ends. */
void profile_print_summary(const struct profile_header *header);

#endif
