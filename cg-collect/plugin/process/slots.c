// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A hash table without chains.
 */
#include "slots.h"

#include "pub_tool_mallocfree.h"

#define FIRST_SLOTS 4096

static struct slot *
new_list(UWord n)
{
	return VG_(calloc)("cgcollect.slots", n, sizeof(struct slot));
}

void
slots_init(struct slots *slots)
{
	*slots = (struct slots){
	    .list = new_list(FIRST_SLOTS),
	    .mask = FIRST_SLOTS - 1,
	};
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
	const struct slots old = *slots;

	*slots = (struct slots){.list = new_list(nslots), .mask = nslots - 1};
	for (UWord i = 0; i <= old.mask; i++)
		if (old.list[i].node && (!is_kept || is_kept(old.list[i].node)))
			put(slots, &old.list[i]);
	VG_(free)(old.list);
}

void
slots_add(struct slots *slots, UWord hash, void *node)
{
	UWord nslots = slots->mask + 1;

	if (2 * slots->n >= nslots)
		move(slots, 2 * nslots, NULL);
	put(slots, &(struct slot){hash, node});
}

void
slots_keep(struct slots *slots, Bool (*is_kept)(const void *node))
{
	move(slots, slots->mask + 1, is_kept);
}

void
slots_clear(struct slots *slots)
{
	const UWord nslots = slots->mask + 1;

	VG_(free)(slots->list);
	*slots = (struct slots){.list = new_list(nslots), .mask = nslots - 1};
}

SizeT
slots_memory(const struct slots *slots)
{
	return (slots->mask + 1) * sizeof(struct slot);
}
