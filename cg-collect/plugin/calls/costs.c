// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The cost table: instruction to counts.  An instruction is known by its
 * function and its address in the object.  Files and lines are found after the
 * run, in debug information that the run need not read.
 */
#include "containers/pieces.h"
#include "containers/slots.h"
#include "modes.h"
#include "objects/functions.h"
#include "objects/objects.h"
#include "callgraph.h"
#include "costs.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define FIRST_PLACES 4u
#define SIZES 32

static struct {
	UInt nevents;
	VgHashTable *table;
	struct pieces sizes[SIZES]; /* of context_costs */
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
	costs.table = VG_(HT_construct)("cgcollect.costs");
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

/* --- contexts that are not the first ones ---------------------------------- */

/* Returns the pieces for so many places. */
static struct pieces *
pieces_for(UInt nplaces)
{
	UInt size = 0;

	while (FIRST_PLACES << size < nplaces)
		size++;
	costs.sizes[size].size =
	    sizeof(struct context_costs) + nplaces * sizeof(struct count);
	return &costs.sizes[size];
}

static struct context_costs *
new_costs(UInt nplaces)
{
	struct pieces *pieces = pieces_for(nplaces);
	struct context_costs *new = piece_take(pieces);

	VG_(memset)(new, 0, pieces->size);
	new->mask = nplaces - 1;
	return new;
}

void
costs_free(struct context *context)
{
	if (context->costs)
		piece_give(
		    pieces_for(context->costs->mask + 1), context->costs);
	context->costs = NULL;
}

/* Events of an instruction are side by side. */
static struct count *
first_place(struct context_costs *list, const struct cost *cost, UInt event)
{
	return &list->list[(hash_of(cost, NULL, NULL, 0) + event) & list->mask];
}

/* Returns the place of the count, which may be free. */
static struct count *
find_place(struct context_costs *list, const struct cost *cost, UInt event)
{
	struct count *place = first_place(list, cost, event);

	while (place->cost && (place->cost != cost || place->event != event))
		place =
		    place == &list->list[list->mask] ? list->list : place + 1;
	return place;
}

/* Makes room for one more count, at most three quarters of the places. */
static void
grow(struct context *context)
{
	struct context_costs *old = context->costs;

	if (old && old->n < (old->mask + 1) / 4 * 3)
		return;
	context->costs = new_costs(old ? 2 * (old->mask + 1) : FIRST_PLACES);
	if (!old)
		return;
	context->costs->n = old->n;
	for (UInt i = 0; i <= old->mask; i++)
		if (old->list[i].cost)
			*find_place(context->costs, old->list[i].cost,
			    old->list[i].event) = old->list[i];
	piece_give(pieces_for(old->mask + 1), old);
}

static __attribute__((noinline)) void
add_in_context(struct cost *cost, struct context *context, UInt event, ULong n)
{
	struct count *place =
	    context->costs ? find_place(context->costs, cost, event) : NULL;

	if (!place || !place->cost) {
		grow(context);
		place = find_place(context->costs, cost, event);
		place->cost = cost;
		place->event = event;
		context->costs->n++;
	}
	place->n += n;
}

void
cost_add(struct cost *cost, const struct context *context, UInt event, ULong n)
{
	if (!context || context->is_first)
		cost->counts[event] += n;
	else if (n > 0)
		add_in_context(cost, (struct context *)context, event, n);
}

/* --- noted events --------------------------------------------------------- */

/* No cache of the host has the counts.  If several events are counted together, the host
 * reads their counts at the same time. */
void
costs_count_noted(void)
{
	for (UInt i = 0; i < noted.n; i++) {
		const struct noted_event *event = &noted.list[i];

		if (event->context->costs)
			__builtin_prefetch(first_place(
			    event->context->costs, event->cost, event->event));
	}
	for (UInt i = 0; i < noted.n; i++)
		cost_add(noted.list[i].cost, noted.list[i].context,
		    noted.list[i].event, 1);
	noted.n = 0;
}

void
cost_note(struct cost *cost, const struct context *context, UInt event)
{
	__builtin_prefetch(&context->costs);
	noted.list[noted.n++] = (struct noted_event){cost, context, event};
	if (noted.n == MOST_NOTED)
		costs_count_noted();
}

/* --- all of a context ------------------------------------------------------ */

SizeT
costs_memory_of_contexts(void)
{
	return pieces_used(costs.sizes, SIZES);
}

/* What an event costs, in instructions. */
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

ULong
costs_estimate(const ULong *counts)
{
	ULong sum = 0;

	for (UInt i = 0; i < costs.nevents; i++)
		sum += weights[i] * counts[i];
	return sum;
}

ULong
costs_estimate_context(const struct context *context)
{
	const struct context_costs *list = context->costs;
	ULong sum = 0;

	for (UInt i = 0; list && i <= list->mask; i++)
		sum += weights[list->list[i].event] * (ULong)list->list[i].n;
	return sum;
}

/* Gives the count away. */
static void
fold_count(const struct count *count, const struct fate *fate)
{
	const struct context *to;

	/* what becomes another context can go on, if lines of that are folded, too */
	do {
		if (fate->known)
			fate->known[count->event] += count->n;
		to = fate->lines;
		fate = context_fate(to);
	} while (fate->lines);
	cost_add(count->cost, to, count->event, count->n);
}

void
costs_fold(struct context *context)
{
	const struct context_costs *list = context->costs;
	const struct fate *fate = context_fate(context);

	if (!list || !fate->lines)
		return;
	for (UInt i = 0; i <= list->mask; i++)
		if (list->list[i].cost)
			fold_count(&list->list[i], fate);
	costs_free(context);
}

static Int
compare_costs(const void *a, const void *b)
{
	const struct count *left = a, *right = b;

	return (left->cost > right->cost) - (left->cost < right->cost);
}

void
costs_visit_context(const struct context *context, costs_visitor *visit)
{
	const struct context_costs *list = context->costs;
	struct count *counts;
	UInt n = 0;

	if (!list)
		return;
	counts = VG_(malloc)("cgcollect.counts", list->n * sizeof *counts);
	for (UInt i = 0; i <= list->mask; i++)
		if (list->list[i].cost)
			counts[n++] = list->list[i];
	VG_(ssort)(counts, n, sizeof *counts, compare_costs);
	for (UInt i = 0; i < n;) {
		const struct cost *cost = counts[i].cost;
		ULong of_cost[NEVENTS] = {0};

		for (; i < n && counts[i].cost == cost; i++)
			of_cost[counts[i].event] = counts[i].n;
		visit(cost->owner, context, cost->address, of_cost);
	}
	VG_(free)(counts);
}

/* --- all ------------------------------------------------------------------- */

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

static void
add_up_context(struct context *context, void *totals)
{
	const struct context_costs *list = context->costs;

	for (UInt i = 0; list && i <= list->mask; i++)
		if (list->list[i].cost && !list->list[i].cost->owner->script)
			((ULong *)totals)[list->list[i].event] +=
			    list->list[i].n;
}

void
costs_add_up(ULong totals[NEVENTS])
{
	struct cost *cost;

	costs_count_noted();
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table)))
		for (UInt i = 0; !cost->owner->script && i < costs.nevents; i++)
			totals[i] += cost->counts[i];
	contexts_visit(add_up_context, totals);
}

static void
clear_context(struct context *context, void *arg)
{
	costs_free(context);
}

void
costs_clear(void)
{
	struct cost *cost;

	costs_count_noted();
	modes.omits_zeros = True;
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table)))
		VG_(memset)(cost->counts, 0, size_of_counts());
	contexts_visit(clear_context, NULL);
}
