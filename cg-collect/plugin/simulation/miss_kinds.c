// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine/full_cache.h"
#include "modes.h"
#include "geometry.h"
#include "lowmem.h"
#include "miss_kinds.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

/* Lines that follow one another, and which of them were ever touched. */
struct touched {
	struct touched *next;
	UWord number;
	ULong lines;
};

/* The lines that were ever in a cache. */
struct touched_lines {
	VgHashTable *table;
	struct touched *last; /* the one that was found last */
	UInt line_bits;
};

static struct {
	struct full_cache D1, LL;
	struct touched_lines in_D1, in_LL;
} state;

#define LINES_SHIFT 6 /* of a struct touched */

static void
init_level(struct full_cache *cache, struct touched_lines *touched,
    const struct geometry *shape)
{
	full_cache_init(cache, shape, lowmem_new_pages(full_cache_size(shape)));
	touched->table = VG_(HT_construct)("cgcollect.touched");
	touched->line_bits = cache->line_bits;
}

void
miss_kinds_init(void)
{
	if (!modes.miss_kinds)
		return;
	if (!modes.caches)
		VG_(fmsg_bad_option)("--miss-kinds", "needs --cache-sim=yes\n");
	modes.all_accesses = True;
	init_level(&state.D1, &state.in_D1, &geometries.D1);
	init_level(&state.LL, &state.in_LL, &geometries.LL);
}

static struct touched *
find(struct touched_lines *all, UWord number)
{
	struct touched *touched = all->last;

	if (touched && touched->number == number)
		return touched;
	touched = VG_(HT_lookup)(all->table, number);
	if (!touched) {
		touched = VG_(malloc)("cgcollect.touched", sizeof *touched);
		*touched = (struct touched){.number = number};
		VG_(HT_add_node)(all->table, touched);
	}
	all->last = touched;
	return touched;
}

/* True if the line that holds addr was never touched before. */
static Bool
touch(struct touched_lines *all, Addr addr)
{
	UWord line = addr >> all->line_bits;
	struct touched *touched = find(all, line >> LINES_SHIFT);
	ULong bit = (ULong)1 << line % (1 << LINES_SHIFT);
	Bool is_new = !(touched->lines & bit);

	touched->lines |= bit;
	return is_new;
}

enum miss_kind
miss_kinds_see(Addr first, Addr last, UInt absent)
{
	UInt absent_in_full =
	    full_cache_misses(&state.D1, first) ? FIRST_ABSENT : 0;
	Bool is_new = False;

	if (first >> state.D1.line_bits != last >> state.D1.line_bits &&
	    full_cache_misses(&state.D1, last))
		absent_in_full |= LAST_ABSENT;
	/* a line that is new is absent */
	if (absent & FIRST_ABSENT)
		is_new = touch(&state.in_D1, first);
	if (absent & LAST_ABSENT)
		is_new |= touch(&state.in_D1, last);
	return is_new                    ? MISS_NEW
	       : absent & absent_in_full ? MISS_CAPACITY
					 : MISS_CONFLICT;
}

enum miss_kind
miss_kinds_see_last_level(Addr first, Addr last)
{
	Bool is_absent = full_cache_misses(&state.LL, first);
	Bool is_new = touch(&state.in_LL, first);

	if (first >> state.LL.line_bits != last >> state.LL.line_bits) {
		is_absent |= full_cache_misses(&state.LL, last);
		is_new |= touch(&state.in_LL, last);
	}
	return is_new ? MISS_NEW : is_absent ? MISS_CAPACITY : MISS_CONFLICT;
}
