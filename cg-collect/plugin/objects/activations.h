/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_ACTIVATIONS_H
#define CGCOLLECT_ACTIVATIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"

/* One stack of calls: a thread's, or a signal handler's.  All zero at first. */
struct activations {
	VgHashTable *others; /* counts of this stack that are not in place */
};

/* How often something is on a stack.  All zero at first. */
struct activation {
	struct activations *stack; /* whose count n is */
	UInt n;
};

/* Puts the count of the stack in place. */
void
activation_exchange(struct activation *activation, struct activations *stack);

/* Returns the count on the stack, to be read or changed until another stack
 * asks. */
static inline UInt *
activation_on(struct activation *activation, struct activations *stack)
{
	if (UNLIKELY(activation->stack != stack))
		activation_exchange(activation, stack);
	return &activation->n;
}

/* Frees what the stack needed.  All its counts must be zero. */
void activations_release(struct activations *stack);

#endif
