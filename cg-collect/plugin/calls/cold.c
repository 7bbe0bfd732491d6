// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Calls that have no contexts of their own, unless they cost enough.
 */
#include "containers/pieces.h"
#include "callgraph.h"
#include "callstack.h"
#include "cold.h"
#include "costs.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define NSUMS (1u << 20)
#define MOST 0xffffffffu
#define NWAITING 8
#define NENOUGH 1024

static struct {
	/* what a call with a context has cost, no more than a sum can be */
	ULong least;
	UInt *sums;          /* of what was lost, by stack; NULL: nothing was */
	ULong largest;       /* sum */
	struct pieces below; /* of frames */
	/* what was lost last: it is added to its sum when that has come to the host's cache */
	struct {
		UInt trail, cost;
	} waiting[NWAITING];
	UInt nlost;
	/* stacks whose sums were at least the least cost, by hash */
	UInt enough[NENOUGH];
} cold;

/* --- what stacks have lost ------------------------------------------------ */

void
cold_begin(ULong least)
{
	cold.least = least < MOST ? least : MOST;
	cold.below.size = costs_nevents() * sizeof(ULong);
	contexts_begin_cold(True);
}

static UInt *
sum_of(UInt trail)
{
	if (!cold.sums)
		cold.sums =
		    VG_(calloc)("cgcollect.cold", NSUMS, sizeof cold.sums[0]);
	return &cold.sums[trail % NSUMS];
}

/* Returns what the stack has lost, with this cost. */
static ULong
lose(UInt trail, ULong cost)
{
	UInt *sum = sum_of(trail);
	ULong lost = *sum + cost;

	*sum = lost < MOST ? (UInt)lost : MOST;
	if (lost > cold.largest)
		cold.largest = lost;
	return lost;
}

void
cold_lose(const struct context *context, ULong cost)
{
	lose(context->trail, cost);
}

static UInt *
enough_at(UInt trail)
{
	return &cold.enough[trail % NENOUGH];
}

/* Remembers a small cost that is lost, and adds up the one that has waited the longest. */
static void
lose_later(UInt trail, UInt cost)
{
	UInt at = cold.nlost++ % NWAITING;
	UInt before = cold.waiting[at].trail, lost = cold.waiting[at].cost;

	__builtin_prefetch(sum_of(trail), 1);
	cold.waiting[at].trail = trail;
	cold.waiting[at].cost = cost;
	if (lose(before, lost) >= cold.least)
		*enough_at(before) = before;
}

ULong
cold_lost(void)
{
	for (UInt i = 0; cold.sums && i < NWAITING; i++)
		lose_later(0, 0);
	return cold.largest;
}

void
cold_clear(void)
{
	if (cold.sums)
		VG_(memset)(cold.sums, 0, NSUMS * sizeof cold.sums[0]);
	VG_(memset)(cold.waiting, 0, sizeof cold.waiting);
	cold.largest = cold.least = 0;
	contexts_begin_cold(False);
}

/* --- frames --------------------------------------------------------------- */

/* True if the frame has a place in the tree of contexts. */
static Bool
is_place(const struct thread *thread, UInt at)
{
	return thread->stack.list[at].place == at + 1;
}

/* Returns the innermost frame that has a place, from `first` on and below `end`; NULL if
 * there is none, because the root has made the call. */
static struct frame *
place_below(const struct thread *thread, UInt first, UInt end)
{
	UInt place = end > first ? thread->stack.list[end - 1].place : 0;

	return place > first ? &thread->stack.list[place - 1] : NULL;
}

void
cold_push(struct thread *thread)
{
	UInt at = thread->stack.n - 1;
	struct frame *frame = &thread->stack.list[at];
	const struct frame *caller =
	    place_below(thread, thread->stack.bottom, at);
	UInt trail;

	if (!is_place(thread, at))
		return;
	if (!caller)
		trail = thread->root->trail;
	else if (caller->is_cold)
		trail = caller->trail;
	else
		trail = caller->edge->callee->trail;
	frame->trail = context_trail(frame->edge->callee->trail, trail);
}

/* Computes what the frame has cost so far.  Returns the estimate of that. */
static ULong
cost_of(
    const struct frame *frame, const ULong now[NEVENTS], ULong cost[NEVENTS])
{
	for (UInt i = 0; i < callstack.nevents; i++)
		cost[i] = now[i] - frame->begin[i];
	return costs_estimate(cost);
}

/* True if the cost is small: all that wait together are at most half of the least cost. */
static Bool
is_small(ULong estimate)
{
	return estimate < cold.least / (2 * NWAITING);
}

/* True if the call has cost enough, with what its stack has lost.  If the cost is small, the sum
 * must have been enough without it: to look at the sum takes long, because it is in no cache. */
static Bool
is_enough(const struct frame *frame, ULong estimate)
{
	if (is_small(estimate) && *enough_at(frame->trail) != frame->trail)
		return False;
	return *sum_of(frame->trail) + estimate >= cold.least;
}

void
cold_forget(struct frame *frame)
{
	if (frame->below)
		piece_give(&cold.below, frame->below);
	frame->below = NULL;
}

/* Adds the cost of a cold call to what is folded below its caller, or below the root if
 * the caller is NULL. */
static void
add_below(struct frame *caller, struct context *root, const ULong cost[NEVENTS])
{
	ULong *below;

	if (caller && caller->is_cold && !caller->below) {
		below = caller->below = piece_take(&cold.below);
		for (UInt i = 0; i < callstack.nevents; i++)
			below[i] = cost[i];
		return;
	}
	if (!caller || !caller->is_cold)
		below =
		    context_folded_below(caller ? caller->edge->callee : root);
	else
		below = caller->below;
	for (UInt i = 0; i < callstack.nevents; i++)
		below[i] += cost[i];
}

/* --- contexts for cold calls ---------------------------------------------- */

/* What the call has cost so far, which was cold, is folded below its context and in it. */
static void
give_costs(struct frame *frame, const ULong now[NEVENTS])
{
	struct context *context = frame->edge->callee;
	ULong *below = context_folded_below(context);
	ULong *own = context_folded_own(context);

	for (UInt i = 0; i < callstack.nevents; i++) {
		ULong folded = frame->below ? frame->below[i] : 0;

		below[i] += folded;
		own[i] += now[i] - frame->begin[i] - folded;
	}
	cold_forget(frame);
}

/* Gives a context to the cold call by the caller. */
static void
warm_up(struct frame *frame, struct context *caller, struct activations *edges)
{
	struct edge *before = frame->edge;
	struct context *context =
	    context_warm(before->callee, caller, before->site);

	frame->edge = edge_find(before->site, caller, context);
	frame->is_cold = False;
	edge_close(before, edges);
	edge_open(frame->edge, edges);
	if (frame->script) {
		script_frame_settle(frame->script);
		frame->script->context = context;
	}
}

/* Returns the outermost place that is cold, or the end. */
static UInt
first_cold(const struct thread *thread, const struct open_calls *calls)
{
	UInt first = calls->end;
	const struct frame *place;

	while ((place = place_below(thread, calls->first, first)) &&
	       place->is_cold)
		first = place->place - 1;
	return first;
}

/* Gives contexts to the calls below `end`.  What the others have cost is counted. */
static void
warm_up_to(struct thread *thread, const struct open_calls *calls, UInt end)
{
	struct frame *list = thread->stack.list;
	struct frame *open = NULL; /* the last one that has got a context */
	UInt at = first_cold(thread, calls);
	const struct frame *place = place_below(thread, calls->first, at);
	struct context *caller = place ? place->edge->callee : calls->root;

	for (; at < end; at++) {
		struct frame *frame = &list[at];
		struct context *before = frame->edge->callee, *after;
		/* the context that goes on when what the function has called ends */
		struct context **goes_on = at + 1 < thread->stack.n
					       ? &list[at + 1].caller
					       : &thread->context;

		if (!frame->is_cold)
			continue;
		if (is_place(thread, at) && open)
			give_costs(open, frame->begin);
		warm_up(frame, caller, calls->edges);
		after = frame->edge->callee;
		if (*goes_on == before)
			*goes_on = after;
		if (is_place(thread, at)) {
			open = frame;
			caller = after;
		}
	}
	if (open)
		give_costs(open, calls->now);
}

void
cold_end(struct thread *thread, const ULong now[NEVENTS])
{
	const struct open_calls calls = innermost_calls(thread, now);
	UInt at = calls.end - 1;
	struct frame *frame = &thread->stack.list[at];
	struct frame *caller;
	ULong cost[NEVENTS];
	ULong estimate;

	if (!is_place(thread, at))
		return;
	estimate = cost_of(frame, now, cost);
	if (is_enough(frame, estimate)) {
		warm_up_to(thread, &calls, calls.end);
		return;
	}
	if (is_small(estimate))
		lose_later(frame->trail, (UInt)estimate);
	else
		lose(frame->trail, estimate);
	cold_forget(frame);
	caller = place_below(thread, calls.first, at);
	add_below(caller, calls.root, cost);
	if (caller && caller->is_cold &&
	    is_enough(caller, cost_of(caller, now, cost)))
		warm_up_to(thread, &calls, at);
}

/* The innermost call that has cost enough gets a context, and so do its callers. */
void
cold_settle(struct thread *thread, const struct open_calls *calls)
{
	UInt end = calls->end;
	struct frame *place;
	ULong cost[NEVENTS];

	while ((place = place_below(thread, calls->first, end)) &&
	       place->is_cold) {
		ULong estimate = cost_of(place, calls->now, cost);

		if (is_enough(place, estimate))
			break;
		lose(place->trail, estimate);
		cold_forget(place);
		end = place->place - 1;
	}
	if (end < calls->end) {
		cost_of(&thread->stack.list[end], calls->now, cost);
		add_below(place, calls->root, cost);
	}
	warm_up_to(thread, calls, end);
}

void
cold_warm_up(struct thread *thread, const struct open_calls *calls)
{
	warm_up_to(thread, calls, calls->end);
}
