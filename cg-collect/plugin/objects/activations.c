// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How often functions and calls are on the stack of a thread or handler.  Only
 * the count of one stack is in place.  It is exchanged when another stack asks
 * for its own, so that a thread or handler takes over in constant time, however
 * deep the stacks are.
 */
#include "activations.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* A count that is not zero. */
struct other {
	struct other *next;
	UWord activation; /* its address */
	UInt n;
};

static void
put_away(const struct activation *activation)
{
	struct activations *stack = activation->stack;
	struct other *other =
	    VG_(malloc)("cgcollect.activation", sizeof *other);

	*other = (struct other){
	    .activation = (UWord)activation,
	    .n = activation->n,
	};
	if (!stack->others)
		stack->others = VG_(HT_construct)("cgcollect.activations");
	VG_(HT_add_node)(stack->others, other);
}

static UInt
take_back(struct activations *stack, const struct activation *activation)
{
	struct other *other =
	    stack->others ? VG_(HT_remove)(stack->others, (UWord)activation)
			  : NULL;
	UInt n = other ? other->n : 0;

	VG_(free)(other);
	return n;
}

void
activation_exchange(struct activation *activation, struct activations *stack)
{
	if (activation->n > 0)
		put_away(activation);
	activation->n = take_back(stack, activation);
	activation->stack = stack;
}

void
activations_release(struct activations *stack)
{
	if (stack->others)
		VG_(HT_destruct)(stack->others, VG_(free));
	stack->others = NULL;
}
