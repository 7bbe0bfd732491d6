// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Contexts that stay only if they cost enough.
 */
#include "blocks.h"
#include "callgraph.h"
#include "costs.h"
#include "young.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define NSUMS (1u << 20)

static struct {
	ULong least; /* what a context that stays has cost */
	ULong *sums; /* of what was folded, by stack; NULL: nothing was */
	ULong largest;
} young;

void
young_begin(ULong least)
{
	young.least = least;
	contexts_begin_young(True);
}

static ULong *
sum_of(const struct context *context)
{
	if (!young.sums)
		young.sums =
		    VG_(calloc)("cgcollect.young", NSUMS, sizeof young.sums[0]);
	return &young.sums[context->trail % NSUMS];
}

void
young_lose(const struct context *context, ULong cost)
{
	ULong *sum = sum_of(context);

	*sum += cost;
	if (*sum > young.largest)
		young.largest = *sum;
}

ULong
young_lost(void)
{
	return young.largest;
}

void
young_clear(void)
{
	if (young.sums)
		VG_(memset)(young.sums, 0, NSUMS * sizeof young.sums[0]);
	young.largest = young.least = 0;
	contexts_begin_young(False);
}

/* Gives all counts of the context to the folded one of its function, and frees it. */
static void
fold(struct context *context, const ULong *cost)
{
	ULong *below = context_folded_below(context->caller);

	for (UInt i = 0; i < costs_nevents(); i++)
		below[i] += cost[i];
	context->lines = context->into = context_folded(context, NULL);
	block_give(context, context->lines);
	costs_fold_context(context);
	edge_fold(context->edge);
	context_discard(context);
}

/* A share of an arc is never freed. */
void
young_end(struct context *context, const ULong *cost)
{
	ULong estimate = costs_estimate(cost);

	if (context->arc.shares || *sum_of(context) + estimate >= young.least) {
		context_stay(context);
		return;
	}
	young_lose(context, estimate);
	fold(context, cost);
}
