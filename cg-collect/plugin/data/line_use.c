// SPDX-License-Identifier: GPL-2.0-or-later
#include "line_use.h"
#include "simulate.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define MOST_BITS 64

/* A way of D1. */
struct line_in_use {
	ULong used;              /* bits of its line, from the lowest byte on */
	struct miss_place place; /* of no misses: it is not counted */
};

static struct {
	struct line_in_use *ways;
	SizeT n;
	UInt bit_shift; /* bytes for each bit, as a power of two */
} lines;

void
line_use_init(void)
{
	const struct datacache *D1 = &simulation.D1;

	lines.n = (D1->set_mask + 1) * D1->assoc;
	lines.ways =
	    VG_(calloc)("cgcollect.line_use", lines.n, sizeof *lines.ways);
	while (D1->line_size >> lines.bit_shift > MOST_BITS)
		lines.bit_shift++;
}

/* Adds the line to the counts of its miss, or takes it out again. */
static void
count(const struct line_in_use *line, Bool takes_out)
{
	ULong used = (ULong)__builtin_popcountll(line->used) << lines.bit_shift;
	ULong size = simulation.D1.line_size;
	struct miss_counts *counts;

	if (!line->place.misses)
		return;
	counts = miss_counts_at(&line->place);
	counts->line_bytes += takes_out ? -size : size;
	counts->used_bytes += takes_out ? -used : used;
}

/* The line is in its lookaside entry, because it was accessed last. */
static struct line_in_use *
way_of(Addr line)
{
	const struct lookaside_entry *entry =
	    datacache_lookaside(&simulation.D1, line);

	return &lines.ways[entry->last_use - simulation.D1.last_use];
}

void
line_use_see(Addr line, const struct miss_place *place, Bool missed, Addr first,
    Addr last)
{
	Addr end = line + simulation.D1.line_size - 1;
	struct line_in_use *way;
	UInt from, to;

	if (lines.n == 0)
		return;
	from = first > line ? (UInt)(first - line) >> lines.bit_shift : 0;
	to = (UInt)((last < end ? last : end) - line) >> lines.bit_shift;
	way = way_of(line);
	if (missed) {
		count(way, False);
		way->used = 0;
		way->place.misses = NULL;
		if (place)
			way->place = *place;
	}
	way->used |= ~(ULong)0 >> (MOST_BITS - 1 - (to - from)) << from;
}

void
line_use_count_all(Bool takes_out)
{
	for (SizeT i = 0; i < lines.n; i++)
		count(&lines.ways[i], takes_out);
}

void
line_use_forget(void)
{
	for (SizeT i = 0; i < lines.n; i++)
		lines.ways[i].place.misses = NULL;
}
