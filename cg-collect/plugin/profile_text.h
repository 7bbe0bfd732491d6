/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PROFILE_TEXT_H
#define CGCOLLECT_PROFILE_TEXT_H

#include "geometry.h"

#include "pub_tool_basics.h"

/* what is kept when addresses are named, and the caches that were simulated */
struct profile_header {
	Bool calls;     /* or parts, which need the same format */
	Bool addresses; /* with calls */
	Bool build_ids; /* without addresses */
	struct geometries caches;
};

/* Writes the settled costs and calls as text, with the reason why the part ends if
 * it is not NULL.  On failure it prints a message,
 * leaves no new file and returns false. */
Bool profile_write(const struct profile_header *header, const HChar *trigger,
    const HChar *file);

/* The same for misses by data. */
Bool profile_write_data(const struct profile_header *header, const HChar *file);

#endif
