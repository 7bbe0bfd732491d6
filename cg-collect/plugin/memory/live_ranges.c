// SPDX-License-Identifier: GPL-2.0-or-later
#include "live_ranges.h"

/* Returns the number of ranges that start at the address or before it. */
static size_t
count_until(const struct live_ranges *ranges, uintptr_t address)
{
	size_t low = 0, high = ranges->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ranges->list[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct live_block *
live_ranges_find(const struct live_ranges *ranges, uintptr_t address)
{
	size_t n = count_until(ranges, address);

	return n > 0 && live_block_has(&ranges->list[n - 1], address)
		   ? &ranges->list[n - 1]
		   : NULL;
}

/* Replaces the ranges from `first` to `end` - 1 by n others. */
static void
splice(const struct live_memory *memory, struct live_ranges *ranges,
    size_t first, size_t end, const struct live_block *others, size_t n)
{
	size_t rest = ranges->n - end;

	if (ranges->n + n > ranges->room) {
		ranges->room = 2 * ranges->room + 16;
		ranges->list = memory->resize(
		    ranges->list, ranges->room * sizeof(*ranges->list));
	}
	if (n > end - first)
		for (size_t i = rest; i-- > 0;)
			ranges->list[first + n + i] = ranges->list[end + i];
	else
		for (size_t i = 0; i < rest; i++)
			ranges->list[first + n + i] = ranges->list[end + i];
	for (size_t i = 0; i < n; i++)
		ranges->list[first + i] = others[i];
	ranges->n = first + n + rest;
}

void
live_ranges_set(const struct live_memory *memory, struct live_ranges *ranges,
    const struct live_block *range)
{
	uintptr_t last = live_block_last(range);
	struct live_block parts[3];
	size_t first = count_until(ranges, range->start), end, n = 0;

	if (range->size == 0 || last < range->start)
		return;
	end = count_until(ranges, last);
	if (first > 0 &&
	    live_block_has(&ranges->list[first - 1], range->start)) {
		parts[0] = ranges->list[--first];
		parts[0].size = range->start - parts[0].start;
		n += parts[0].size > 0;
	}
	if (range->owner != 0)
		parts[n++] = *range;
	if (end > first) {
		const struct live_block *old = &ranges->list[end - 1];
		uintptr_t old_last = live_block_last(old);

		if (old_last > last) {
			parts[n] = *old;
			parts[n].start = last + 1;
			parts[n++].size = old_last - last;
		}
	}
	splice(memory, ranges, first, end, parts, n);
}
