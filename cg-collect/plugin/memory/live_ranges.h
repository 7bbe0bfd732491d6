/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LIVE_RANGES_H
#define CGCOLLECT_LIVE_RANGES_H

#include "live_block.h"

/* Ranges of addresses that do not overlap, sorted.  All zero at first. */
struct live_ranges {
	struct live_block *list;
	size_t n, room;
};

/* Gives the range to the owner; 0: takes it from all.  What other ranges have of it
 * ends. */
void live_ranges_set(const struct live_memory *memory,
    struct live_ranges *ranges, const struct live_block *range);

/* Returns the range that has the address, or NULL. */
const struct live_block *
live_ranges_find(const struct live_ranges *ranges, uintptr_t address);

#endif
