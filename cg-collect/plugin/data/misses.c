// SPDX-License-Identifier: GPL-2.0-or-later
#include "datum.h"
#include "misses.h"

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

static void
widen(struct misses *misses, Addr offset)
{
	if (offset < misses->low)
		misses->low = offset;
	if (offset > misses->high)
		misses->high = offset;
}

/* Makes the step so small that the distance is a multiple of it. */
static void
take_distance(struct misses *misses, Addr apart)
{
	misses->step = common_divisor(misses->step, apart);
}

static void
add_counts(struct miss_counts *to, const struct miss_counts *from)
{
	to->d1_read += from->d1_read;
	to->ll_read += from->ll_read;
	to->d1_write += from->d1_write;
	to->ll_write += from->ll_write;
	to->line_bytes += from->line_bytes;
	to->used_bytes += from->used_bytes;
	to->truly_shared += from->truly_shared;
	to->falsely_shared += from->falsely_shared;
	for (UInt i = 0; i < NMISS_KIND_EVENTS; i++)
		to->kinds[i] += from->kinds[i];
}

/* Makes one offset of all, which has no partners. */
static void
join_offsets(struct misses *misses)
{
	if (misses->step == 0)
		misses->low = misses->high = misses->offsets[0];
	for (UInt i = 1; i < misses->noffsets; i++) {
		add_counts(misses->counts, &misses->counts[i]);
		take_distance(
		    misses, distance(misses->offsets[i], misses->offsets[0]));
		widen(misses, misses->offsets[i]);
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

/* --- partners ------------------------------------------------------------- */

static struct misses *
find_partner(const struct misses *misses, UInt of, const struct datum *datum,
    const struct cost *cost)
{
	struct misses *partner = misses->partners;

	while (partner && (partner->of != of || partner->datum != datum ||
			      partner->cost != cost))
		partner = partner->next;
	return partner;
}

static void
add_partner(struct misses *misses, struct misses *partner)
{
	partner->next = misses->partners;
	misses->partners = partner;
}

/* Finds where the offset is counted; all offsets of one that has partners are joined
 * before. */
static struct miss_place
find_place(struct misses *misses, Addr offset)
{
	struct miss_place place = {.misses = misses};

	if (misses->noffsets == MOST_OFFSETS + 1)
		join_offsets(misses);
	if (misses->step > 0) {
		Addr apart = distance(offset, misses->offsets[0]);

		if (!is_multiple(apart, misses->step))
			take_distance(misses, apart);
		widen(misses, offset);
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

static void
free_misses(struct misses *misses)
{
	VG_(free)(misses->counts);
	VG_(free)(misses);
}

/* Moves all counts of a partner to another one. */
static void
merge(struct misses *to, struct misses *from)
{
	for (UInt i = 0; i < from->noffsets; i++) {
		struct miss_place place = find_place(to, from->offsets[i]);

		add_counts(miss_counts_at(&place), &from->counts[i]);
	}
	if (from->step > 0) {
		join_offsets(to);
		take_distance(to, from->step);
		widen(to, from->low);
		widen(to, from->high);
	}
	free_misses(from);
}

/* Makes one offset of all, with the partners of all. */
static void
join(struct misses *misses)
{
	struct misses *partner = misses->partners, *next, *same;

	join_offsets(misses);
	misses->partners = NULL;
	for (; partner; partner = next) {
		next = partner->next;
		partner->of = 0;
		same = find_partner(misses, 0, partner->datum, partner->cost);
		if (same)
			merge(same, partner);
		else
			add_partner(misses, partner);
	}
}

struct miss_place
misses_at(struct datum *datum, const struct cost *cost, Addr offset)
{
	struct misses *misses = find(datum, cost);

	if (misses->noffsets == MOST_OFFSETS + 1)
		join(misses);
	return find_place(misses, offset);
}

struct miss_place
misses_shared_with(const struct miss_place *place, struct datum *datum,
    const struct cost *cost, Addr offset)
{
	struct misses *misses = place->misses, *partner;
	UInt of = misses->noffsets > 1 ? place->offset : 0;

	partner = find_partner(misses, of, datum, cost);
	if (!partner) {
		partner =
		    VG_(malloc)("cgcollect.misses.partner", sizeof *partner);
		*partner = (struct misses){
		    .datum = datum,
		    .cost = cost,
		    .of = of,
		};
		add_partner(misses, partner);
	}
	return find_place(partner, offset);
}

/* --- all ------------------------------------------------------------------ */

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

	while (misses->partners) {
		struct misses *partner = misses->partners;

		misses->partners = partner->next;
		free_misses(partner);
	}
	free_misses(misses);
}

void
misses_clear(void)
{
	VG_(memset)(recent, 0, sizeof recent);
	VG_(HT_destruct)(table, free_entry);
	misses_init();
}
