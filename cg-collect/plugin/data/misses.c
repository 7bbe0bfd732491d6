// SPDX-License-Identifier: GPL-2.0-or-later
#include "misses.h"
#include "datum.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define RECENT 16384

static VgHashTable *table;

/* by datum and instruction */
static struct misses *recent[RECENT];

void
misses_init(void)
{
	table = VG_(HT_construct)("cgcollect.misses");
}

static Word
compare_keys(const void *a, const void *b)
{
	const struct misses *left = a, *right = b;

	return left->datum != right->datum || left->cost != right->cost;
}

static struct misses *
find_in_table(struct datum *datum, const struct cost *cost)
{
	const struct misses wanted = {
	    .datum = datum,
	    .cost = cost,
	    .hash = ((UWord)datum >> 3) * 31 + ((UWord)cost >> 3),
	};
	struct misses *misses =
	    VG_(HT_gen_lookup)(table, &wanted, compare_keys);

	if (misses)
		return misses;
	misses = VG_(malloc)("cgcollect.misses.entry", sizeof *misses);
	*misses = wanted;
	VG_(HT_add_node)(table, misses);
	return misses;
}

static struct misses *
find(struct datum *datum, const struct cost *cost)
{
	struct misses **place =
	    &recent[(datum->number * 31 + ((UWord)cost >> 4)) % RECENT];

	if (!*place || (*place)->datum != datum || (*place)->cost != cost)
		*place = find_in_table(datum, cost);
	return *place;
}

static Addr
distance(Addr a, Addr b)
{
	return a > b ? a - b : b - a;
}

/* Most steps are powers of two, which need no division. */
static Bool
is_multiple(Addr apart, Addr step)
{
	return (step & (step - 1)) == 0 ? (apart & (step - 1)) == 0
					: apart % step == 0;
}

/* Makes the step so small that the distance is a multiple of it. */
static void
take_distance(struct misses *misses, Addr apart)
{
	misses->step = common_divisor(misses->step, apart);
}

/* Makes one offset of all. */
static void
join(struct misses *misses)
{
	struct miss_counts *to = misses->counts;

	for (UInt i = 1; i < misses->noffsets; i++) {
		const struct miss_counts *from = &misses->counts[i];

		to->d1_read += from->d1_read;
		to->ll_read += from->ll_read;
		to->d1_write += from->d1_write;
		to->ll_write += from->ll_write;
		to->line_bytes += from->line_bytes;
		to->used_bytes += from->used_bytes;
		to->truly_shared += from->truly_shared;
		to->falsely_shared += from->falsely_shared;
		take_distance(
		    misses, distance(misses->offsets[i], misses->offsets[0]));
	}
	misses->noffsets = 1;
}

static void
add_offset(struct misses *misses, Addr offset)
{
	if (misses->noffsets == misses->room) {
		misses->room = misses->room ? 3 * misses->room : 1;
		misses->counts = VG_(realloc)("cgcollect.misses.counts",
		    misses->counts, misses->room * sizeof *misses->counts);
	}
	misses->counts[misses->noffsets] = (struct miss_counts){0};
	misses->offsets[misses->noffsets++] = offset;
}

/* Returns its number, or how many there are if it is new. */
static UInt
find_offset(const struct misses *misses, Addr offset)
{
	UInt i = 0;

	while (i < misses->noffsets && misses->offsets[i] != offset)
		i++;
	return i;
}

struct miss_place
misses_at(struct datum *datum, const struct cost *cost, Addr offset)
{
	struct misses *misses = find(datum, cost);
	struct miss_place place = {.misses = misses};

	if (misses->noffsets == MOST_OFFSETS + 1)
		join(misses);
	if (misses->step > 0) {
		Addr apart = distance(offset, misses->offsets[0]);

		if (!is_multiple(apart, misses->step))
			take_distance(misses, apart);
		return place;
	}
	place.offset = misses->last;
	if (place.offset >= misses->noffsets ||
	    misses->offsets[place.offset] != offset)
		place.offset = find_offset(misses, offset);
	if (place.offset == misses->noffsets)
		add_offset(misses, offset);
	misses->last = place.offset;
	return place;
}

static Int
compare_misses(const void *a, const void *b)
{
	const struct misses *const *left = a, *const *right = b;
	live_owner l = (*left)->datum->number, r = (*right)->datum->number;

	if (l != r)
		return l > r ? 1 : -1;
	return ((UWord)(*left)->cost > (UWord)(*right)->cost) -
	       ((UWord)(*left)->cost < (UWord)(*right)->cost);
}

struct misses **
misses_all(UInt *nmisses)
{
	struct misses **all =
	    (struct misses **)VG_(HT_to_array)(table, nmisses);

	if (all)
		VG_(ssort)(all, *nmisses, sizeof *all, compare_misses);
	return all;
}

static void
free_entry(void *entry)
{
	struct misses *misses = entry;

	VG_(free)(misses->counts);
	VG_(free)(misses);
}

void
misses_clear(void)
{
	VG_(memset)(recent, 0, sizeof recent);
	VG_(HT_destruct)(table, free_entry);
	misses_init();
}
