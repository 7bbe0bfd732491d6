// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A hash table without chains.
 */
#include "slots.h"

#include "pub_tool_mallocfree.h"

#define FIRST_SLOTS 4096

static void
use_new_slots(struct slots *slots, UWord n)
{
	slots->list = VG_(calloc)("cgcollect.slots", n, sizeof(ULong));
	slots->mask = n - 1;
	slots->n = 0;
}

void
slots_init(struct slots *slots, UWord (*hash)(const void *node))
{
	slots->hash = hash;
	use_new_slots(slots, FIRST_SLOTS);
}

void
slots_release(struct slots *slots)
{
	VG_(free)(slots->list);
}

static void
put(struct slots *slots, void *node)
{
	UWord hash = slots->hash(node);
	UWord at = hash & slots->mask;

	while (slots->list[at])
		at = (at + 1) & slots->mask;
	slots->list[at] = (ULong)slot_tag(hash) << 48 | (UWord)node;
	slots->n++;
}

/* Moves the nodes to so many new slots. */
static void
move(struct slots *slots, UWord nslots)
{
	struct slots old = *slots;

	use_new_slots(slots, nslots);
	for (UWord i = 0; i <= old.mask; i++)
		if (old.list[i])
			put(slots, slot_node(old.list[i]));
	slots_release(&old);
}

void
slots_add(struct slots *slots, void *node)
{
	UWord nslots = slots->mask + 1;

	if (2 * slots->n >= nslots)
		move(slots, 2 * nslots);
	put(slots, node);
}

void **
slots_all(const struct slots *slots)
{
	void **nodes =
	    VG_(malloc)("cgcollect.slots", (slots->n + 1) * sizeof *nodes);
	UWord n = 0;

	for (UWord i = 0; i <= slots->mask; i++)
		if (slots->list[i])
			nodes[n++] = slot_node(slots->list[i]);
	return nodes;
}

void
slots_keep(struct slots *slots, Bool (*is_kept)(const void *node))
{
	UWord nslots = slots->mask + 1;

	slots->n = 0;
	for (UWord i = 0; i <= slots->mask; i++) {
		if (slots->list[i] && is_kept(slot_node(slots->list[i])))
			slots->n++;
		else
			slots->list[i] = 0;
	}
	while (nslots > FIRST_SLOTS && slots->n <= nslots / 4)
		nslots /= 2;
	move(slots, nslots);
}

void
slots_clear(struct slots *slots)
{
	UWord nslots = slots->mask + 1;

	slots_release(slots);
	use_new_slots(slots, nslots);
}

SizeT
slots_memory(const struct slots *slots)
{
	return (slots->mask + 1) * sizeof(ULong);
}
