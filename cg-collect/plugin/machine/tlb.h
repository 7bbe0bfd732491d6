/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_TLB_H
#define CGCOLLECT_TLB_H

#include "datacache.h"

/*
 * A translation lookaside buffer of two levels, for instructions or for data: caches
 * whose lines are pages, of 4 KiB.  Their policy is the one of caches in cachesim.h,
 * but the second level sees only the pages that were absent in the first.
 */
struct tlb {
	struct datacache first;
	struct cache *second; /* instructions and data can have the same */
};

#define TLB_PAGE ((uintptr_t)1 << PAGE_SHIFT)

/* Returns the address of the page that holds addr. */
static inline uintptr_t
tlb_page(uintptr_t addr)
{
	return addr & ~(TLB_PAGE - 1);
}

/* What is known of an access; the facts of two pages are or'ed. */
enum { ABSENT_IN_TLB = 1, ABSENT_IN_SECOND_TLB = 2 };

/* Touches the page and returns the facts.  Times are as in datacache.h. */
static inline unsigned
tlb_touch(struct tlb *tlb, uintptr_t page, uint64_t now)
{
	uintptr_t dropped;

	if (!datacache_misses(&tlb->first, page, now))
		return 0;
	return cache_load(tlb->second, page, &dropped)
		   ? ABSENT_IN_TLB | ABSENT_IN_SECOND_TLB
		   : ABSENT_IN_TLB;
}

/* The same for all pages of an access, two at most. */
static inline unsigned
tlb_access(struct tlb *tlb, uintptr_t addr, unsigned size, uint64_t now)
{
	uintptr_t first = tlb_page(addr), last = tlb_page(addr + size - 1);
	unsigned facts = tlb_touch(tlb, first, now);

	if (last != first)
		facts |= tlb_touch(tlb, last, now + 1);
	return facts;
}

#endif
