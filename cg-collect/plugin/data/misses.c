// SPDX-License-Identifier: GPL-2.0-or-later
#include "misses.h"
#include "datum.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* Of more offsets than these, an instruction that goes through an array has one
 * record. */
#define MOST_OFFSETS 32

#define RECENT 4096

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

/* Makes the step so small that the distance is a multiple of it. */
static void
take_distance(struct miss_offset *to, Addr apart)
{
	Addr step = to->step;

	while (apart > 0) {
		Addr rest = step % apart;

		step = apart;
		apart = rest;
	}
	to->step = step;
}

/* Makes one offset of all. */
static void
join(struct misses *misses)
{
	struct miss_offset *to = &misses->offsets[0];

	for (UInt i = 1; i < misses->noffsets; i++) {
		const struct miss_offset *from = &misses->offsets[i];

		to->counts.d1_read += from->counts.d1_read;
		to->counts.ll_read += from->counts.ll_read;
		to->counts.d1_write += from->counts.d1_write;
		to->counts.ll_write += from->counts.ll_write;
		to->counts.line_bytes += from->counts.line_bytes;
		to->counts.used_bytes += from->counts.used_bytes;
		to->counts.truly_shared += from->counts.truly_shared;
		to->counts.falsely_shared += from->counts.falsely_shared;
		take_distance(to, distance(from->offset, to->offset));
	}
	misses->noffsets = 1;
}

static void
add_offset(struct misses *misses, Addr offset)
{
	if (misses->noffsets == misses->room) {
		misses->room = misses->room ? 2 * misses->room : 1;
		misses->offsets = VG_(realloc)("cgcollect.misses.offsets",
		    misses->offsets, misses->room * sizeof *misses->offsets);
	}
	misses->offsets[misses->noffsets++] =
	    (struct miss_offset){.offset = offset};
}

/* Returns its number, or how many there are if it is new. */
static UInt
find_offset(const struct misses *misses, Addr offset)
{
	UInt i = 0;

	while (i < misses->noffsets && misses->offsets[i].offset != offset)
		i++;
	return i;
}

struct miss_place
misses_at(struct datum *datum, const struct cost *cost, Addr offset)
{
	struct misses *misses = find(datum, cost);
	struct miss_offset *first = misses->offsets;
	struct miss_place place = {.misses = misses};

	if (misses->noffsets == MOST_OFFSETS + 1)
		join(misses);
	if (misses->noffsets == 1 && first->step > 0) {
		Addr apart = distance(offset, first->offset);

		if (apart % first->step != 0)
			take_distance(first, apart);
		return place;
	}
	place.offset = misses->last;
	if (place.offset >= misses->noffsets ||
	    misses->offsets[place.offset].offset != offset)
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

	VG_(free)(misses->offsets);
	VG_(free)(misses);
}

void
misses_clear(void)
{
	VG_(memset)(recent, 0, sizeof recent);
	VG_(HT_destruct)(table, free_entry);
	misses_init();
}
