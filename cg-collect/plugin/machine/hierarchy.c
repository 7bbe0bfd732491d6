// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The levels of --memory after the first one.  It knows nothing of Valgrind, so that a
 * test can run it next to a plainer model.
 */
#include "hierarchy.h"

/* True if the line was absent.  `dropped` is the line that L2 has dropped for it, 0 if
 * none. */
static bool
last_level_misses(
    struct hierarchy *h, uintptr_t line, uintptr_t dropped, uintptr_t *removed)
{
	uintptr_t replaced;
	bool missed;

	if (h->LL_filling == VICTIM) {
		missed = !cache_remove(&h->LL, line);
		if (dropped)
			cache_load(&h->LL, dropped, &replaced);
		return missed;
	}
	missed = cache_load(&h->LL, line, &replaced);
	if (h->LL_filling == INCLUSIVE && replaced) {
		cache_remove(&h->L2, replaced);
		*removed = replaced;
	}
	return missed;
}

unsigned
hierarchy_fetch(
    struct hierarchy *hierarchy, uintptr_t line, uintptr_t removed[2])
{
	uintptr_t dropped;
	unsigned facts = UNCOVERED_IN_1;

	removed[0] = removed[1] = 0;
	if (!cache_load(&hierarchy->L2, line, &dropped))
		return facts;
	facts |= ABSENT_IN_L2 | UNCOVERED_IN_L2;
	if (hierarchy->L2_filling == INCLUSIVE)
		removed[0] = dropped;
	if (last_level_misses(hierarchy, line, dropped, &removed[1]))
		facts |= ABSENT_IN_LL | UNCOVERED_IN_LL;
	return facts;
}

unsigned
hierarchy_access(struct hierarchy *hierarchy, const struct data_line *access,
    uintptr_t removed[2])
{
	struct prefetchers *prefetchers = hierarchy->prefetchers;
	unsigned asked = prefetch_take(prefetchers, access->line);
	unsigned facts = hierarchy_fetch(hierarchy, access->line, removed);

	if (asked & ASKED_BY_D1)
		facts &= ~(unsigned)UNCOVERED_IN_1;
	if (asked)
		facts &= ~(unsigned)(UNCOVERED_IN_L2 | UNCOVERED_IN_LL);
	prefetch_into_D1(
	    prefetchers, access->line, access->instruction, access->is_read);
	prefetch_into_L2(prefetchers, access->line, facts & ABSENT_IN_L2);
	return facts;
}
