// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The cost table: instruction to counts.  An instruction is known by its
 * function and its address in the object.  Files and lines are found after the
 * run, in debug information that the run need not read.
 */
#include "modes.h"
#include "objects/functions.h"
#include "objects/objects.h"
#include "process/pieces.h"
#include "process/slots.h"
#include "callgraph.h"
#include "costs.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* So many counts of a context are in its list alone. */
#define MANY_COUNTS 8

static struct {
	UInt nevents;
	VgHashTable *table;
	struct slots others;  /* of contexts that have many counts */
	struct pieces pieces; /* of these */
} costs;

#define MOST_NOTED 256

/* Events that are not counted yet. */
static struct {
	struct noted_event {
		struct cost *cost;
		const struct context *context;
		UInt event;
	} list[MOST_NOTED];
	UInt n;
} noted;

static SizeT
size_of_counts(void)
{
	return costs.nevents * sizeof(ULong);
}

void
costs_init(void)
{
	costs.nevents = NEVENTS;
	while (!event_is_recorded(costs.nevents - 1))
		costs.nevents--;
	costs.pieces.size = sizeof(struct context_counts) + size_of_counts();
	costs.table = VG_(HT_construct)("cgcollect.costs");
	slots_init(&costs.others);
}

UInt
costs_nevents(void)
{
	return costs.nevents;
}

static Word
compare_keys(const void *a, const void *b)
{
	const struct cost *left = a, *right = b;

	return left->owner != right->owner || left->address != right->address;
}

struct cost *
cost_find(struct function *owner, Addr address)
{
	const struct cost wanted = {
	    .owner = owner,
	    .address = address,
	    .hash = ((UWord)owner >> 3) * 31 + address,
	};
	struct cost *cost =
	    VG_(HT_gen_lookup)(costs.table, &wanted, compare_keys);

	if (cost)
		return cost;
	cost = VG_(perm_malloc)(sizeof *cost + size_of_counts(), sizeof(ULong));
	*cost = wanted;
	VG_(memset)(cost->counts, 0, size_of_counts());
	cost->next_of_function = owner->costs;
	owner->costs = cost;
	VG_(HT_add_node)(costs.table, cost);
	return cost;
}

struct function *
cost_place(Addr addr, Addr *address)
{
	Addr bias;
	const struct object *object = object_at(addr, &bias);

	*address = object->has_namesake ? 0 : addr - bias;
	return function_at(addr);
}

struct cost *
cost_at(Addr addr)
{
	Addr address;
	struct function *owner = cost_place(addr, &address);

	return cost_find(owner, address);
}

static UWord
hash_of_counts(const struct cost *cost, const struct context *context)
{
	return hash_of(cost, context, NULL, 0);
}

static Bool
is_same(const void *node, const void *wanted)
{
	const struct context_counts *a = node, *b = wanted;

	return a->cost == b->cost && a->context == b->context;
}

/* Adds them to the lists of the instruction and of the context. */
static void
link_counts(struct context_counts *counts)
{
	struct context *context = (struct context *)counts->context;

	counts->next_of_cost = counts->cost->others;
	counts->cost->others = counts;
	counts->next_of_context = context->counts;
	context->counts = counts;
}

/* Puts all counts of the context into the table. */
static void
use_table(struct context *context)
{
	context->has_many_counts = True;
	for (struct context_counts *c = context->counts; c;
	     c = c->next_of_context)
		slots_add(&costs.others, hash_of_counts(c->cost, context), c);
}

/* Most contexts have few counts, and searching their list takes less time than a table
 * that is in no cache. */
static struct context_counts *
look_up_counts(struct cost *cost, struct context *context)
{
	const struct context_counts wanted = {
	    .cost = cost,
	    .context = context,
	};
	struct context_counts *counts = context->counts;
	UWord hash = hash_of_counts(cost, context);
	UInt n = 0;

	if (context->has_many_counts)
		counts = slots_find(&costs.others, hash, is_same, &wanted);
	else
		for (; counts && counts->cost != cost; n++)
			counts = counts->next_of_context;
	if (counts)
		return counts;
	counts = piece_take(&costs.pieces);
	*counts = wanted;
	VG_(memset)(counts->counts, 0, size_of_counts());
	link_counts(counts);
	if (context->has_many_counts)
		slots_add(&costs.others, hash, counts);
	else if (n == MANY_COUNTS)
		use_table(context);
	return counts;
}

static __attribute__((noinline)) struct context_counts *
find_counts(struct cost *cost, const struct context *context)
{
	if (cost->recent_of != context) {
		cost->recent = look_up_counts(cost, (struct context *)context);
		cost->recent_of = context;
	}
	return cost->recent;
}

ULong *
cost_counts(struct cost *cost, const struct context *context)
{
	if (!context || context->is_first)
		return cost->counts;
	return find_counts(cost, context)->counts;
}

/* --- noted events --------------------------------------------------------- */

/* No cache of the host has the counts.  If several events are counted together, the host
 * reads their counts at the same time. */
void
costs_count_noted(void)
{
	for (UInt i = 0; i < noted.n; i++)
		slots_expect(&costs.others,
		    hash_of_counts(noted.list[i].cost, noted.list[i].context));
	for (UInt i = 0; i < noted.n; i++) {
		const struct noted_event *event = &noted.list[i];

		find_counts(event->cost, event->context)
		    ->counts[event->event]++;
	}
	noted.n = 0;
}

void
cost_note(struct cost *cost, const struct context *context, UInt event)
{
	__builtin_prefetch(&cost->recent_of);
	__builtin_prefetch(&context->counts);
	noted.list[noted.n++] = (struct noted_event){cost, context, event};
	if (noted.n == MOST_NOTED)
		costs_count_noted();
}

SizeT
costs_memory_of_contexts(void)
{
	return costs.pieces.used;
}

ULong
costs_estimate(const ULong *counts)
{
	static const UChar weights[NEVENTS] = {
	    [EV_IR] = 1,
	    [EV_I1MR] = 10,
	    [EV_D1MR] = 10,
	    [EV_D1MW] = 10,
	    [EV_ILMR] = 100,
	    [EV_DLMR] = 100,
	    [EV_DLMW] = 100,
	    [EV_BCM] = MISPREDICTION_WEIGHT,
	    [EV_BIM] = MISPREDICTION_WEIGHT,
	};
	ULong sum = 0;

	for (UInt i = 0; i < costs.nevents; i++)
		sum += weights[i] * counts[i];
	return sum;
}

void
costs_add_estimates(void)
{
	struct cost *cost;

	costs_count_noted();
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table)))
		for (struct context_counts *o = cost->others; o;
		     o = o->next_of_cost)
			context_fate(o->context)->own +=
			    costs_estimate(o->counts);
}

static void
add_counts(ULong *totals, const ULong *counts)
{
	for (UInt i = 0; i < costs.nevents; i++)
		totals[i] += counts[i];
}

/* Gives the counts away, and frees them. */
static void
fold_counts(struct context_counts *counts)
{
	const struct fate *fate = context_fate(counts->context);
	const struct context *to;

	/* what becomes another context can go on, if lines of that are folded, too */
	do {
		if (fate->known)
			add_counts(fate->known, counts->counts);
		to = fate->lines;
		fate = context_fate(to);
	} while (fate->lines);
	add_counts(cost_counts(counts->cost, to), counts->counts);
	if (counts->cost->recent == counts)
		counts->cost->recent_of = NULL;
	piece_give(&costs.pieces, counts);
}

static Bool
stays(const void *counts)
{
	return !context_fate(((const struct context_counts *)counts)->context)
		    ->lines;
}

void
costs_fold(void)
{
	struct cost *cost;

	costs_count_noted();
	slots_keep(&costs.others, stays);
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table))) {
		struct context_counts *next, *list = cost->others;

		cost->others = NULL;
		for (; list; list = next) {
			next = list->next_of_cost;
			if (context_fate(list->context)->lines) {
				((struct context *)list->context)->counts =
				    NULL;
				fold_counts(list);
			} else {
				list->next_of_cost = cost->others;
				cost->others = list;
			}
		}
	}
}

Bool
costs_have_row(const ULong *counts)
{
	if (!modes.omits_zeros && !modes.calls)
		return True;
	for (UInt i = 0; i < costs.nevents; i++)
		if (counts[i] != 0)
			return True;
	return False;
}

void
costs_visit(costs_visitor *visit)
{
	struct cost *cost;

	costs_count_noted();
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table))) {
		visit(cost->owner, cost->owner->first, cost->address,
		    cost->counts);
		for (struct context_counts *o = cost->others; o;
		     o = o->next_of_cost)
			visit(
			    cost->owner, o->context, cost->address, o->counts);
	}
}

void
costs_add_up(ULong totals[NEVENTS])
{
	struct cost *cost;

	costs_count_noted();
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table))) {
		if (cost->owner->script)
			continue;
		add_counts(totals, cost->counts);
		for (struct context_counts *o = cost->others; o;
		     o = o->next_of_cost)
			add_counts(totals, o->counts);
	}
}

void
costs_clear(void)
{
	struct cost *cost;

	costs_count_noted();
	modes.omits_zeros = True;
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table))) {
		VG_(memset)(cost->counts, 0, size_of_counts());
		for (struct context_counts *o = cost->others; o;
		     o = o->next_of_cost)
			VG_(memset)(o->counts, 0, size_of_counts());
	}
}
