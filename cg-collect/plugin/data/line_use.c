// SPDX-License-Identifier: GPL-2.0-or-later
#include "modes.h"
#include "line_use.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define MOST_BITS 64

struct lines_in_use lines_in_use;

void
line_use_init(struct datacache *D1)
{
	lines_in_use.D1 = D1;
	lines_in_use.n = (D1->set_mask + 1) * D1->assoc;
	lines_in_use.ncores = modes.cores ? modes.cores : 1;
	lines_in_use.all = VG_(calloc)("cgcollect.line_use",
	    lines_in_use.n * lines_in_use.ncores, sizeof *lines_in_use.all);
	lines_in_use.ways = lines_in_use.all;
	while (D1->line_size >> lines_in_use.bit_shift > MOST_BITS)
		lines_in_use.bit_shift++;
}

/* Adds the line to the counts of its miss, or takes it out again. */
static void
count(const struct line_in_use *line, Bool takes_out)
{
	ULong used = (ULong)__builtin_popcountll(line->used)
		     << lines_in_use.bit_shift;
	ULong size = lines_in_use.D1->line_size;
	struct miss_counts *counts;

	if (!line->place.misses)
		return;
	counts = miss_counts_at(&line->place);
	counts->line_bytes += takes_out ? -size : size;
	counts->used_bytes += takes_out ? -used : used;
}

void
line_use_begin(struct line_in_use *way, const struct miss_place *place)
{
	count(way, False);
	way->used = 0;
	way->place.misses = NULL;
	if (place)
		way->place = *place;
}

void
line_use_change_core(UInt core)
{
	lines_in_use.ways = lines_in_use.all + core * lines_in_use.n;
}

void
line_use_count_all(Bool takes_out)
{
	for (SizeT i = 0; i < lines_in_use.n * lines_in_use.ncores; i++)
		count(&lines_in_use.all[i], takes_out);
}

void
line_use_forget(void)
{
	for (SizeT i = 0; i < lines_in_use.n * lines_in_use.ncores; i++)
		lines_in_use.all[i].place.misses = NULL;
}
