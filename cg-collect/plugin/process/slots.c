// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A hash table without chains.
 */
#include "slots.h"

#include "pub_tool_mallocfree.h"

#define FIRST_SLOTS 4096

static struct slots
new_slots(UWord n)
{
	return (struct slots){
	    .list = VG_(calloc)("cgcollect.slots", n, sizeof(struct slot)),
	    .mask = n - 1,
	};
}

void
slots_init(struct slots *slots)
{
	*slots = new_slots(FIRST_SLOTS);
}

void
slots_release(struct slots *slots)
{
	VG_(free)(slots->list);
}

static void
put(struct slots *slots, const struct slot *slot)
{
	UWord at = slot->hash & slots->mask;

	while (slots->list[at].node)
		at = (at + 1) & slots->mask;
	slots->list[at] = *slot;
	slots->n++;
}

/* Puts the nodes that are kept into so many new slots. */
static void
move(struct slots *slots, UWord nslots, Bool (*is_kept)(const void *node))
{
	struct slots old = *slots;

	*slots = new_slots(nslots);
	for (UWord i = 0; i <= old.mask; i++)
		if (old.list[i].node && (!is_kept || is_kept(old.list[i].node)))
			put(slots, &old.list[i]);
	slots_release(&old);
}

void
slots_add(struct slots *slots, UWord hash, void *node)
{
	UWord nslots = slots->mask + 1;

	if (2 * slots->n >= nslots)
		move(slots, 2 * nslots, NULL);
	put(slots, &(struct slot){hash, node});
}

void **
slots_all(const struct slots *slots)
{
	void **nodes =
	    VG_(malloc)("cgcollect.slots", (slots->n + 1) * sizeof *nodes);
	UWord n = 0;

	for (UWord i = 0; i <= slots->mask; i++)
		if (slots->list[i].node)
			nodes[n++] = slots->list[i].node;
	return nodes;
}

void
slots_keep(struct slots *slots, Bool (*is_kept)(const void *node))
{
	move(slots, slots->mask + 1, is_kept);
}

void
slots_clear(struct slots *slots)
{
	UWord nslots = slots->mask + 1;

	slots_release(slots);
	*slots = new_slots(nslots);
}

SizeT
slots_memory(const struct slots *slots)
{
	return (slots->mask + 1) * sizeof(struct slot);
}
