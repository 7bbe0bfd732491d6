/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SLOTS_H
#define CGCOLLECT_SLOTS_H

#include "pub_tool_basics.h"

/*
 * A hash table without chains: a search reads one line of the host's cache before the
 * node.  At most half of the slots are used.
 */
struct slots {
	struct slot *list;
	UWord n, mask; /* used; the number of slots, a power of two, less one */
};

struct slot {
	UWord hash;
	void *node; /* NULL: free */
};

/* True if the node is the one that is wanted. */
typedef Bool slots_test(const void *node, const void *wanted);

/* Makes an empty table. */
void slots_init(struct slots *slots);

/* Returns the node, or NULL. */
static inline void *
slots_find(const struct slots *slots, UWord hash, slots_test *is_wanted,
    const void *wanted)
{
	const struct slot *slot = &slots->list[hash & slots->mask];

	while (slot->node &&
	       (slot->hash != hash || !is_wanted(slot->node, wanted)))
		slot =
		    slot == &slots->list[slots->mask] ? slots->list : slot + 1;
	return slot->node;
}

/* Reads the slots of the hash ahead of a search. */
static inline void
slots_expect(const struct slots *slots, UWord hash)
{
	__builtin_prefetch(&slots->list[hash & slots->mask]);
}

/* Adds a node that is not in the table. */
void slots_add(struct slots *slots, UWord hash, void *node);

/* Returns the nodes, in no order; the caller frees the array. */
void **slots_all(const struct slots *slots);

/* Removes the nodes that are not kept. */
void slots_keep(struct slots *slots, Bool (*is_kept)(const void *node));

/* Removes all nodes. */
void slots_clear(struct slots *slots);

/* Frees the table. */
void slots_release(struct slots *slots);

/* Returns how many bytes the slots have. */
SizeT slots_memory(const struct slots *slots);

#endif
