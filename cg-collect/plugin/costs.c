// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The cost table: file, function and line to counts.  It is looked up for every
 * instruction that is translated.  Mostly the answer is the same as for the
 * instruction before, and then no name is built or hashed.
 */
#include "costs.h"
#include "callgraph.h"
#include "symbols.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* What distinguishes costs. */
struct place {
	struct source_line line;
	const HChar *function; /* interned */
	struct function *owner;
	Addr address;
};

static struct {
	struct cost_rules rules;
	VgHashTable *table;
	Bool cleared; /* costs of zero are from the parent process: no rows */
	struct cost *last; /* NULL at the start of a superblock */
	struct place last_place;
} costs;

void
costs_init(const struct cost_rules *rules)
{
	costs.rules = *rules;
}

static Addr
address_in_object(Addr addr)
{
	const DebugInfo *info =
	    VG_(find_DebugInfo)(VG_(current_DiEpoch)(), addr);

	return info ? addr - (Addr)VG_(DebugInfo_get_text_bias)(info) : addr;
}

static void
find_place(Addr addr, struct place *place)
{
	symbols_line_at(addr, &place->line);
	place->function = symbols_function_at(addr);
	place->owner = costs.rules.functions ? function_at(addr) : NULL;
	place->address = costs.rules.addresses ? address_in_object(addr) : 0;
}

static Word
compare_keys(const void *a, const void *b)
{
	const struct cost *left = a, *right = b;

	return left->file != right->file || left->function != right->function ||
	       left->line != right->line || left->owner != right->owner ||
	       left->address != right->address;
}

static struct cost *
find_cost(const HChar *file, const struct place *place)
{
	struct cost wanted = {
	    .file = file,
	    .function = place->function,
	    .owner = place->owner,
	    .address = place->address,
	    .line = (Int)place->line.number,
	};

	wanted.hash = ((UWord)file >> 3) * 31 +
		      ((UWord)place->function >> 3) * 17 +
		      ((UWord)place->owner >> 3) + place->address * 7 +
		      place->line.number;
	if (!costs.table)
		costs.table = VG_(HT_construct)("cgcollect.costs");

	struct cost *cost =
	    VG_(HT_gen_lookup)(costs.table, &wanted, compare_keys);

	if (!cost) {
		cost = VG_(perm_malloc)(sizeof *cost, sizeof(ULong));
		*cost = wanted;
		VG_(HT_add_node)(costs.table, cost);
	}
	return cost;
}

void
costs_begin_superblock(Addr first, Addr last)
{
	costs.last = NULL;
	symbols_begin_superblock(first, last);
}

struct cost *
cost_at(Addr addr)
{
	const struct place *before = &costs.last_place;
	struct cost *last = costs.last;
	struct place here;

	find_place(addr, &here);

	Bool same_file = last && here.line.file == before->line.file &&
			 here.line.dir == before->line.dir;

	if (same_file && here.function == before->function &&
	    here.owner == before->owner && here.address == before->address &&
	    here.line.number == before->line.number)
		return last;

	const HChar *file = same_file ? last->file : symbols_path(&here.line);

	costs.last_place = here;
	costs.last = find_cost(file, &here);
	return costs.last;
}

/* Removes the counts from the list of the cost and returns them, NULL if there
 * are none.  Counts of threads that have ended are put aside, because there may
 * be many. */
static struct context_counts *
take_counts(struct cost *cost, const struct context *context)
{
	struct context_counts **link = &cost->others, *counts;

	while ((counts = *link) && counts->context != context) {
		const struct context_thread *thread = counts->context->thread;

		if (!thread || !thread->has_ended) {
			link = &counts->next;
			continue;
		}
		*link = counts->next;
		counts->next = cost->ended;
		cost->ended = counts;
	}
	if (counts)
		*link = counts->next;
	return counts;
}

static __attribute__((noinline)) struct context_counts *
find_counts(struct cost *cost, const struct context *context)
{
	struct context_counts *counts = take_counts(cost, context);

	if (!counts) {
		counts = VG_(perm_malloc)(sizeof *counts, sizeof(ULong));
		VG_(memset)(counts, 0, sizeof *counts);
		counts->context = context;
	}
	counts->next = cost->others;
	cost->others = counts;
	return counts;
}

ULong *
cost_counts(struct cost *cost, const struct context *context)
{
	struct context_counts *others = cost->others;

	if (!context || context->is_first)
		return cost->counts;
	if (!others || others->context != context)
		others = find_counts(cost, context);
	return others->counts;
}

struct context_counts *
cost_others(struct cost *cost)
{
	struct context_counts **link = &cost->ended;

	while (*link)
		link = &(*link)->next;
	*link = cost->others;
	cost->others = cost->ended;
	cost->ended = NULL;
	return cost->others;
}

/* Interned names are equal if their pointers are. */
static Int
compare_names(const HChar *left, const HChar *right)
{
	return left == right ? 0 : VG_(strcmp)(left, right);
}

static Int
compare_costs(const void *a, const void *b)
{
	const struct cost *left = *(struct cost *const *)a;
	const struct cost *right = *(struct cost *const *)b;
	Int order = compare_names(left->file, right->file);

	if (order == 0)
		order = compare_names(left->function, right->function);
	if (order == 0)
		order = (left->line > right->line) - (left->line < right->line);
	return order;
}

static Bool
is_zero(const struct cost *cost)
{
	for (Int i = 0; i < NEVENTS; i++)
		if (cost->counts[i] != 0)
			return False;
	return True;
}

struct cost **
costs_sorted(UInt *ncosts)
{
	UInt nnodes = 0;

	*ncosts = 0;
	if (!costs.table)
		return NULL;

	struct cost **nodes =
	    (struct cost **)VG_(HT_to_array)(costs.table, &nnodes);

	for (UInt i = 0; i < nnodes; i++)
		if (!costs.cleared || !is_zero(nodes[i]))
			nodes[(*ncosts)++] = nodes[i];
	if (nodes)
		VG_(ssort)(nodes, *ncosts, sizeof *nodes, compare_costs);
	return nodes;
}

static void
add_counts(ULong totals[NEVENTS], const ULong counts[NEVENTS])
{
	for (Int i = 0; i < NEVENTS; i++)
		totals[i] += counts[i];
}

void
costs_add_up(ULong totals[NEVENTS])
{
	struct cost *cost;

	VG_(memset)(totals, 0, NEVENTS * sizeof *totals);
	if (!costs.table)
		return;
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table))) {
		add_counts(totals, cost->counts);
		for (struct context_counts *o = cost_others(cost); o;
		     o = o->next)
			add_counts(totals, o->counts);
	}
}

void
costs_visit(void (*visit)(struct cost *cost))
{
	struct cost *cost;

	if (!costs.table)
		return;
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table)))
		visit(cost);
}

void
costs_clear(void)
{
	struct cost *cost;

	costs.cleared = True;
	if (!costs.table)
		return;
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table))) {
		VG_(memset)(cost->counts, 0, sizeof cost->counts);
		for (struct context_counts *o = cost_others(cost); o;
		     o = o->next)
			VG_(memset)(o->counts, 0, sizeof o->counts);
	}
}
