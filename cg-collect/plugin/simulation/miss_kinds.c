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

/* Lines that follow one another: which of them were ever touched, and which another core has
 * taken since. */
struct touched {
	struct touched *next;
	UWord number;
	ULong lines, taken;
};

/* The lines that were ever in a cache. */
struct touched_lines {
	VgHashTable *table;
	struct touched *last; /* the one that was found last */
	UInt line_bits;
};

struct level {
	struct full_cache cache;
	struct touched_lines touched;
};

static struct {
	struct level *D1s; /* of all cores */
	struct level *D1;  /* of the one that runs */
	struct level LL;
} state;

#define LINES_SHIFT 6 /* of a struct touched */

static void
init_level(struct level *level, const struct geometry *shape)
{
	full_cache_init(
	    &level->cache, shape, lowmem_new_pages(full_cache_size(shape)));
	level->touched.table = VG_(HT_construct)("cgcollect.touched");
	level->touched.line_bits = level->cache.line_bits;
}

void
miss_kinds_init(void)
{
	UInt ncores = modes.cores ? modes.cores : 1;

	if (!modes.miss_kinds)
		return;
	if (!modes.caches)
		VG_(fmsg_bad_option)("--miss-kinds", "needs --cache-sim=yes\n");
	modes.all_accesses = True;
	state.D1s = VG_(calloc)("cgcollect.kinds", ncores, sizeof *state.D1s);
	for (UInt i = 0; i < ncores; i++)
		init_level(&state.D1s[i], &geometries.D1);
	state.D1 = state.D1s;
	init_level(&state.LL, &geometries.LL);
}

void
miss_kinds_change_core(UInt core)
{
	if (modes.miss_kinds)
		state.D1 = &state.D1s[core];
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

static struct touched *
find_with_bit(struct touched_lines *all, Addr addr, ULong *bit)
{
	UWord line = addr >> all->line_bits;

	*bit = (ULong)1 << line % (1 << LINES_SHIFT);
	return find(all, line >> LINES_SHIFT);
}

/* What is known of the lines of an access; the facts of two lines are or'ed. */
enum { IS_NEW = 1, IS_TAKEN = 2 };

/* Touches the line that holds addr, and returns the facts. */
static UInt
touch(struct touched_lines *all, Addr addr)
{
	ULong bit;
	struct touched *touched = find_with_bit(all, addr, &bit);
	UInt facts = (touched->lines & bit ? 0 : IS_NEW) |
		     (touched->taken & bit ? IS_TAKEN : 0);

	touched->lines |= bit;
	touched->taken &= ~bit;
	return facts;
}

void
miss_kinds_take(UInt core, Addr line)
{
	ULong bit;

	if (modes.miss_kinds)
		find_with_bit(&state.D1s[core].touched, line, &bit)->taken |=
		    bit;
}

enum miss_kind
miss_kinds_see(Addr first, Addr last, UInt absent)
{
	struct full_cache *cache = &state.D1->cache;
	UInt absent_in_full =
	    full_cache_misses(cache, first) ? FIRST_ABSENT : 0;
	UInt facts = 0;

	if (first >> cache->line_bits != last >> cache->line_bits &&
	    full_cache_misses(cache, last))
		absent_in_full |= LAST_ABSENT;
	/* a line that is new is absent */
	if (absent & FIRST_ABSENT)
		facts = touch(&state.D1->touched, first);
	if (absent & LAST_ABSENT)
		facts |= touch(&state.D1->touched, last);
	return facts & IS_NEW            ? MISS_NEW
	       : facts & IS_TAKEN        ? MISS_INVALID
	       : absent & absent_in_full ? MISS_CAPACITY
					 : MISS_CONFLICT;
}

enum miss_kind
miss_kinds_see_last_level(Addr first, Addr last)
{
	struct full_cache *cache = &state.LL.cache;
	Bool is_absent = full_cache_misses(cache, first);
	UInt facts = touch(&state.LL.touched, first);

	if (first >> cache->line_bits != last >> cache->line_bits) {
		is_absent |= full_cache_misses(cache, last);
		facts |= touch(&state.LL.touched, last);
	}
	return facts & IS_NEW ? MISS_NEW
	       : is_absent    ? MISS_CAPACITY
			      : MISS_CONFLICT;
}
