// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The jumps inside of functions, for --collect-jumps.  A direct jump needs no
 * counter for its executions: the segment before it has one.  Another one after
 * it counts how often a conditional jump is not taken.
 */
#include "modes.h"
#include "objects/functions.h"
#include "callgraph.h"
#include "costs.h"
#include "jumps.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

static VgHashTable *jumps; /* NULL: they are not recorded */

void
jumps_init(void)
{
	jumps = VG_(HT_construct)("cgcollect.jumps");
	modes.jumps = True;
}

static Word
compare_jumps(const void *a, const void *b)
{
	const struct jump *left = a, *right = b;

	return left->from != right->from || left->to != right->to ||
	       left->context != right->context || left->end != right->end ||
	       left->is_conditional != right->is_conditional ||
	       left->is_inverted != right->is_inverted;
}

static struct jump *
find_jump(struct jump *wanted)
{
	struct jump *jump;

	wanted->hash = ((UWord)wanted->from >> 3) * 31 +
		       ((UWord)wanted->to >> 3) * 17 +
		       ((UWord)wanted->context >> 3) + wanted->end * 7;
	jump = VG_(HT_gen_lookup)(jumps, wanted, compare_jumps);
	if (!jump) {
		jump = VG_(perm_malloc)(sizeof *jump, sizeof(ULong));
		*jump = *wanted;
		jump->executed = jump->passed = 0;
		jump->is_made = False;
		VG_(HT_add_node)(jumps, jump);
	}
	return jump;
}

struct jump *
jump_find(const struct jump *parts, Addr target)
{
	struct jump wanted = *parts;

	functions_begin_superblock(target, target);
	wanted.to = cost_at(target);
	return find_jump(&wanted);
}

struct jump *
jump_in(struct jump *jump, const struct context *context)
{
	struct jump wanted = *jump;

	if (!context || context->is_first)
		return jump;
	wanted.context = context;
	return find_jump(&wanted);
}

struct jump *
jump_in_first(const struct jump *jump)
{
	struct jump wanted = *jump;

	wanted.context = NULL;
	return find_jump(&wanted);
}

ULong
jump_count(const struct jump *jump)
{
	return jump->is_inverted ? jump->passed : jump->executed - jump->passed;
}

struct jump **
jumps_all(UInt *njumps)
{
	*njumps = 0;
	return jumps ? (struct jump **)VG_(HT_to_array)(jumps, njumps) : NULL;
}

void
jumps_fold(void)
{
	UInt njumps;
	struct jump **list = jumps_all(&njumps);

	for (UInt i = 0; i < njumps; i++) {
		const struct context *context = list[i]->context;
		struct jump *into;

		if (!context || !context_fate(context)->lines)
			continue;
		into = jump_in(
		    jump_in_first(list[i]), context_fate(context)->lines);
		into->executed += list[i]->executed;
		into->passed += list[i]->passed;
		VG_(HT_gen_remove)(jumps, list[i], compare_jumps);
	}
	VG_(free)(list);
}

void
jumps_clear(void)
{
	struct jump *jump;

	if (!jumps)
		return;
	VG_(HT_ResetIter)(jumps);
	while ((jump = VG_(HT_Next)(jumps)))
		jump->executed = jump->passed = 0;
}
