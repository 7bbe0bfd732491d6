// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The rows of a profile.
 */
#include "calls/callgraph.h"
#include "calls/costs.h"
#include "calls/jumps.h"
#include "counting/regions.h"
#include "rows.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static struct {
	XArray *list;
	Word next;
} rows;

/* --- all rows --------------------------------------------------------------- */

static void
add(const struct row row)
{
	VG_(addToXA)(rows.list, &row);
}

static void
add_costs(void)
{
	UInt nfunctions;
	struct function **functions = functions_all(&nfunctions);

	costs_count_noted();
	for (UInt i = 0; i < nfunctions; i++)
		for (struct cost *cost = functions[i]->costs; cost;
		     cost = cost->next_of_function)
			if (costs_have_row(cost->counts))
				add((struct row){
				    .kind = ROW_COST,
				    .context = functions[i]->first,
				    .cost = cost,
				});
	VG_(free)(functions);
}

static void
add_context(struct context *context, void *arg)
{
	if (context->name->is_owned)
		return;
	if (context->costs || (contexts_are_stacks() && context->block))
		add((struct row){
		    .kind = ROW_CONTEXT,
		    .context =
			context->counted_in ? context->counted_in : context,
		    .counted = context,
		});
	if (context->folded)
		add((struct row){.kind = ROW_FOLDED, .context = context});
}

static void
add_calls(void)
{
	UInt nedges;
	struct edge **edges = edges_all(&nedges);

	for (UInt i = 0; i < nedges; i++) {
		const struct context *callee = edges[i]->callee;

		if (callee->counted_in || callee->name->is_owned)
			continue;
		/* calls within the same call from another line cost nothing */
		if (edges[i]->calls > 0 || costs_have_row(edges[i]->counts))
			add((struct row){
			    .kind = ROW_CALLS,
			    .context = edges[i]->caller,
			    .edge = edges[i],
			});
	}
	VG_(free)(edges);
}

/* Returns the jump in the context that stands for all of the name. */
static struct jump *
jump_of_name(struct jump *jump)
{
	return jump->context
		   ? jump_in(jump_in_first(jump), jump->context->name->context)
		   : jump;
}

/* Notes which jumps were made in any context of the name. */
static void
note_made(struct jump **jumps, UInt njumps)
{
	for (UInt i = 0; i < njumps; i++)
		jumps[i]->is_made = False;
	for (UInt i = 0; i < njumps; i++)
		if (jump_count(jumps[i]) > 0)
			jump_of_name(jumps[i])->is_made = True;
}

/* True if the jump has a row.  One that was executed and not made counts when stacks are
 * added up, if it was made on another stack. */
static Bool
is_wanted_jump(struct jump *jump)
{
	return jump_count(jump) > 0 ||
	       (contexts_are_stacks() && jump->is_conditional &&
		   jump->executed > 0 && jump_of_name(jump)->is_made);
}

static void
add_jumps(void)
{
	UInt njumps;
	struct jump **jumps = jumps_all(&njumps);

	note_made(jumps, njumps);
	for (UInt i = 0; i < njumps; i++) {
		const struct context *context = jumps[i]->context;

		if (!context)
			context = jumps[i]->from->owner->first;
		if (is_wanted_jump(jumps[i]) &&
		    !(context && context->counted_in))
			add((struct row){
			    .kind = ROW_JUMP,
			    .context = context,
			    .jump = jumps[i],
			});
	}
	VG_(free)(jumps);
}

/* --- order ------------------------------------------------------------------ */

UInt
row_thread(const struct row *row)
{
	const struct context_thread *thread =
	    row->context ? row->context->name->thread : NULL;

	return thread ? thread->number : 0;
}

struct region *
row_region(const struct row *row)
{
	return row->context ? row->context->name->region : NULL;
}

static UInt
region_number_of(const struct row *row)
{
	return row_region(row) ? row_region(row)->number : 0;
}

struct function *
row_function(const struct row *row)
{
	if (row->context)
		return row->context->name->function;
	return row->kind == ROW_JUMP ? row->jump->from->owner
				     : row->cost->owner;
}

static Int
compare_words(UWord left, UWord right)
{
	return (left > right) - (left < right);
}

/* Returns the number of the row's context, or 0. */
static UInt
number_of(const struct row *row)
{
	return row->context ? row->context->number : 0;
}

Bool
row_is_own(const struct row *row)
{
	return row->kind == ROW_COST || row->kind == ROW_CONTEXT;
}

/* Rows of one function are together, because its names are then written once,
 * and rows of one context, the own costs first.  With stacks, the callers come first. */
static Int
compare_rows(const void *a, const void *b)
{
	const struct row *left = a, *right = b;
	Int order = compare_words(row_thread(left), row_thread(right));

	if (order == 0)
		order = compare_words(
		    region_number_of(left), region_number_of(right));
	if (order == 0 && contexts_are_stacks())
		order = compare_words(number_of(left), number_of(right));
	if (order == 0)
		order = compare_words(
		    (UWord)row_function(left), (UWord)row_function(right));
	if (order == 0)
		order =
		    compare_words((UWord)left->context, (UWord)right->context);
	return order != 0
		   ? order
		   : compare_words(!row_is_own(left), !row_is_own(right));
}

void
rows_collect(Bool are_ordered)
{
	rows.next = 0;
	rows.list = VG_(newXA)(
	    VG_(malloc), "cgcollect.rows", VG_(free), sizeof(struct row));
	add_costs();
	add_calls();
	add_jumps();
	contexts_visit(add_context, NULL);
	VG_(setCmpFnXA)(rows.list, compare_rows);
	if (are_ordered || contexts_are_stacks())
		VG_(sortXA)(rows.list);
}

const struct row *
rows_next(void)
{
	return rows.next < VG_(sizeXA)(rows.list)
		   ? VG_(indexXA)(rows.list, rows.next)
		   : NULL;
}

void
rows_skip(void)
{
	rows.next++;
}

void
rows_release(void)
{
	VG_(deleteXA)(rows.list);
}
