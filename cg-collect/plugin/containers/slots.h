/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SLOTS_H
#define CGCOLLECT_SLOTS_H

#include "pub_tool_basics.h"

/*
 * A hash table without chains: a search reads one line of the host's cache before the
 * node.  At most half of the slots are used.  A free slot is 0; another one has the address of
 * the node in its lower 48 bits, which are enough on all processors that Valgrind runs on, and a
 * part of the hash in the others.
 */
struct slots {
	ULong *list;
	UWord n, mask; /* used; the number of slots, a power of two, less one */
	UWord (*hash)(const void *node);
};

/* Multiplies by numbers without a pattern, because addresses have one, and takes
 * the upper half, which depends on all bits. */
static inline UWord
hash_of(const void *a, const void *b, const void *c, UWord d)
{
	ULong mixed = (UWord)a * 0x9e3779b97f4a7c15 +
		      (UWord)b * 0xc2b2ae3d27d4eb4f +
		      (UWord)c * 0x165667b19e3779f9 + d * 0x27d4eb2f165667c5;

	return (UWord)(mixed >> 32);
}

/* True if the node is the one that is wanted. */
typedef Bool slots_test(const void *node, const void *wanted);

/* Makes an empty table of nodes with these hashes, of 32 bits, which do not change. */
void slots_init(struct slots *slots, UWord (*hash)(const void *node));

static inline void *
slot_node(ULong slot)
{
	return (void *)(UWord)(slot & 0xffffffffffff);
}

/* Returns the part of the hash that is in a slot. */
static inline UShort
slot_tag(UWord hash)
{
	return (UShort)(hash >> 16);
}

/* Returns the node, or NULL. */
static inline void *
slots_find(const struct slots *slots, UWord hash, slots_test *is_wanted,
    const void *wanted)
{
	const ULong *slot = &slots->list[hash & slots->mask];

	while (*slot && (*slot >> 48 != slot_tag(hash) ||
			    !is_wanted(slot_node(*slot), wanted)))
		slot =
		    slot == &slots->list[slots->mask] ? slots->list : slot + 1;
	return slot_node(*slot);
}

/* Adds a node that is not in the table. */
void slots_add(struct slots *slots, void *node);

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
