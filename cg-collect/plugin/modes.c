// SPDX-License-Identifier: GPL-2.0-or-later
#include "modes.h"

struct modes modes = {
    .counting = 1,
    .caches = True,
};

Bool
event_is_recorded(enum event event)
{
	switch (event_table[event].condition) {
	case WITH_CACHES:
		return modes.caches;
	case WITH_BRANCHES:
		return modes.branches;
	case WITH_ALLOCATIONS:
		return modes.allocations;
	case WITH_MEMORY:
		return modes.memory;
	case WITH_FORWARDING:
		return modes.forwarding;
	case WITH_MISS_KINDS:
		return modes.miss_kinds;
	case WITH_CORES:
		return modes.miss_kinds && modes.cores;
	default:
		return True;
	}
}
