// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes rows and calls in Callgrind's format.  Nothing is sorted but parts:
 * cg-collect does that when it has added up all processes.
 */
#include "calls/callgraph.h"
#include "calls/costs.h"
#include "calls/jumps.h"
#include "modes.h"
#include "objects/objects.h"
#include "spool/file.h"
#include "translation/superblock.h"
#include "callgrind_text.h"
#include "rows.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

/* The own cost of an instruction. */
struct own_cost {
	Addr address;
	UWord counts; /* where they are in gathered.counts */
};

static struct {
	Bool by_part;
	/* of the part */
	ULong *totals;
	/* of the last row */
	const struct function *function; /* NULL: there is none */
	const struct context *context;
	Addr address; /* 0: it has no costs */
	/* of abbreviations */
	UInt profile, last_number;
	UInt part, last_context;
} text;

/* The own costs that are being written. */
static struct {
	struct own_cost *costs;
	ULong *counts; /* costs_nevents() for each */
	UWord n, nallocated;
} gathered;

void
callgrind_collect_rows(Bool by_part)
{
	text.by_part = by_part;
	text.profile++;
	rows_collect(by_part);
}

UInt
callgrind_next_thread(void)
{
	const struct row *row = rows_next();

	return row ? row_thread(row) : 0;
}

struct region *
callgrind_next_region(void)
{
	const struct row *row = rows_next();

	return row ? row_region(row) : NULL;
}

/* --- names ---------------------------------------------------------------- */

static void
put_in_brackets(UInt number)
{
	file_put("(");
	file_put_number(number);
	file_put(")");
}

/* Writes a name, or its number if that was explained before in this profile.  A
 * name that begins with a number in brackets would stand for another one. */
static void
put_name(const HChar *key, const HChar *name, struct text_name *text_name)
{
	if (text_name->number == 0)
		text_name->number = ++text.last_number;
	file_put(key);
	put_in_brackets(text_name->number);
	if (text_name->profile != text.profile) {
		file_put(" ");
		file_put(name);
	}
	file_put("\n");
	text_name->profile = text.profile;
}

static void
put_object(const HChar *key, struct object *object)
{
	put_name(key, object->path, &object->text_path);
}

/* A function without a symbol has no file; one of a script has its own. */
static void
put_file(const HChar *key, struct function *function)
{
	HChar first[24] = "???";

	if (function->script) {
		put_name(key, function->script, &function->text_file);
		return;
	}
	if (function->has_symbol && !function->object->has_namesake)
		VG_(sprintf)(first, "0x%lx", function->address);
	put_name(key, first, &function->text_file);
}

static void
put_function(
    const HChar *key, struct function *function, const struct context *context)
{
	if (context)
		put_name(key, context->name->text, &context->name->text_name);
	else
		put_name(key, function->name, &function->text_name);
}

/*
 * Writes a comment with the number of the context, unless it is a folded one; when that is
 * new in the part, also with the number of the calling context and the address of
 * the call.
 */
static void
put_context(const struct context *context)
{
	struct context *own = (struct context *)context;
	Bool is_new = own->text_part != text.part;

	if (own->is_folded)
		return;
	if (is_new) {
		own->text_part = text.part;
		own->text_number = ++text.last_context;
	}
	file_put("# context=");
	put_in_brackets(own->text_number);
	if (is_new && own->caller) {
		file_put(" ");
		put_in_brackets(own->caller->text_number);
	}
	if (is_new && own->site) {
		file_put(" ");
		file_put_hex(own->site);
	}
	file_put("\n");
}

static void put_place(struct function *function, const struct context *context);

/* Writes the places of the context's callers that have no number in the part,
 * the outermost one first. */
static void
put_callers(const struct context *context)
{
	const struct context *outermost;

	do {
		outermost = NULL;
		for (const struct context *c = context->caller;
		     c && c->text_part != text.part; c = c->caller)
			outermost = c;
		if (outermost)
			put_place(outermost->name->function, outermost);
	} while (outermost);
}

/* Writes the names that differ from the names of the row before. */
static void
put_place(struct function *function, const struct context *context)
{
	const struct function *last;

	if (function == text.function && context == text.context)
		return;
	if (context)
		put_callers(context);
	last = text.function;
	if (!last || function->object != last->object)
		put_object("ob=", function->object);
	put_file("fl=", function);
	put_function("fn=", function, context);
	if (context && contexts_are_stacks())
		put_context(context);
	text.function = function;
	text.context = context;
}

/* --- text ----------------------------------------------------------------- */

static void
put_calls(const struct edge *edge)
{
	struct function *callee = edge->callee->name->function;

	put_object("cob=", callee->object);
	put_file("cfi=", callee);
	put_function("cfn=", callee, edge->callee);
	if (contexts_are_stacks())
		put_context(edge->callee);
	file_put("calls=");
	file_put_number(edge->calls);
	file_put(" ");
	file_put_hex(callee->script                 ? callee->first_line
		     : callee->object->has_namesake ? 0
						    : callee->address);
	file_put("\n");
}

/* A jump never leaves its function. */
static void
put_jump(const struct jump *jump)
{
	file_put(jump->is_conditional ? "jcnd=" : "jump=");
	file_put_number(jump_count(jump));
	if (jump->is_conditional) {
		file_put("/");
		file_put_number(jump->executed);
	}
	file_put(" ");
	file_put_hex(jump->to->address);
	file_put("\n");
}

/* Mostly, the row before is of an instruction that is right before this one. */
static void
put_next_address(Addr address)
{
	if (text.address && address - text.address < 1000) {
		file_put("+");
		file_put_number(address - text.address);
	} else {
		file_put_hex(address);
	}
	text.address = address;
}

void
callgrind_put_counts(const ULong *counts)
{
	for (UInt i = 0; i < costs_nevents(); i++) {
		if (!event_is_recorded(i))
			continue;
		file_put(" ");
		file_put_number(counts[i]);
	}
	file_put("\n");
}

static void
put_costs(Addr address, const ULong *counts)
{
	for (UInt i = 0; i < costs_nevents(); i++)
		text.totals[i] += counts[i];
	put_next_address(address);
	callgrind_put_counts(counts);
}

/* Writes the counts of folded stacks or lines, if there are any. */
static void
put_folded(const HChar *key, const ULong *counts)
{
	if (!costs_have_row(counts))
		return;
	file_put(key);
	callgrind_put_counts(counts);
}

static void
put_call_row(const struct row *row)
{
	put_callers(row->edge->callee);
	put_place(row_function(row), row->context);
	put_calls(row->edge);
	file_put_hex(row->edge->site->address);
	callgrind_put_counts(row->edge->counts);
	text.address = 0;
}

static void
put_jump_row(const struct row *row)
{
	put_place(row_function(row), row->context);
	put_jump(row->jump);
	file_put_hex(row->jump->from->address);
	file_put("\n");
	text.address = 0;
}

static void
put_folded_row(const struct row *row)
{
	const ULong *folded = row->context->folded;

	put_place(row_function(row), row->context);
	put_folded("# folded=", folded);
	put_folded("# folded own=", folded + costs_nevents());
}

/* --- the own costs of a context -------------------------------------------- */

static void
add_own(Addr address, const ULong *counts)
{
	UInt nevents = costs_nevents();

	if (gathered.n == gathered.nallocated) {
		gathered.nallocated = 2 * gathered.nallocated + 64;
		gathered.costs =
		    VG_(realloc)("cgcollect.own_costs", gathered.costs,
			gathered.nallocated * sizeof *gathered.costs);
		gathered.counts = VG_(realloc)("cgcollect.own_counts",
		    gathered.counts,
		    gathered.nallocated * nevents * sizeof *gathered.counts);
	}
	gathered.costs[gathered.n] =
	    (struct own_cost){address, gathered.n * nevents};
	VG_(memcpy)(gathered.counts + gathered.n * nevents, counts,
	    nevents * sizeof *counts);
	gathered.n++;
}

static void
add_own_step(struct function *function, const struct context *context,
    Addr address, const ULong *counts)
{
	if (costs_have_row(counts))
		add_own(context->counted_in ? context->counted_at->address
					    : address,
		    counts);
}

static Int
compare_own(const void *a, const void *b)
{
	const struct own_cost *left = a, *right = b;

	return (left->address > right->address) -
	       (left->address < right->address);
}

/* Adds the costs of each instruction up, in the order of addresses. */
static void
sum_own(void)
{
	UWord n = 0;

	VG_(ssort)(
	    gathered.costs, gathered.n, sizeof *gathered.costs, compare_own);
	for (UWord i = 0; i < gathered.n; i++) {
		const ULong *more = gathered.counts + gathered.costs[i].counts;
		ULong *sum;

		if (n == 0 || gathered.costs[n - 1].address !=
				  gathered.costs[i].address) {
			gathered.costs[n++] = gathered.costs[i];
			continue;
		}
		sum = gathered.counts + gathered.costs[n - 1].counts;
		for (UInt k = 0; k < costs_nevents(); k++)
			sum[k] += more[k];
	}
	gathered.n = n;
}

/* Writes the own costs of the next context and function, from all rows of them that come now,
 * in the order of addresses. */
static void
put_own(void)
{
	const struct row *row = rows_next();
	const struct context *context = row->context;
	struct function *function = row_function(row);

	gathered.n = 0;
	while (row && row_is_own(row) && row->context == context &&
	       row_function(row) == function) {
		if (row->kind == ROW_COST)
			add_own(row->cost->address, row->cost->counts);
		else {
			costs_visit_context(row->counted, add_own_step);
			if (contexts_are_stacks())
				superblocks_visit_context(
				    row->counted, add_own_step);
		}
		rows_skip();
		row = rows_next();
	}
	sum_own();
	for (UWord i = 0; i < gathered.n; i++) {
		put_place(function, context);
		put_costs(gathered.costs[i].address,
		    gathered.counts + gathered.costs[i].counts);
	}
}

/* --- parts of a profile ----------------------------------------------------- */

/* Writes counts of a segment that are in no cost yet. */
static void
put_step(struct function *function, const struct context *context, Addr address,
    const ULong *counts)
{
	if (!costs_have_row(counts) || (context && context->name->is_owned))
		return;
	if (context && context->counted_in) {
		address = context->counted_at->address;
		context = context->counted_in;
		function = context->name->function;
	}
	put_place(function, context ? context : function->first);
	put_costs(address, counts);
}

static void
release_rows(void)
{
	rows_release();
	VG_(free)(gathered.costs);
	VG_(free)(gathered.counts);
	VG_(memset)(&gathered, 0, sizeof gathered);
}

Bool
callgrind_put_part(ULong totals[NEVENTS])
{
	UInt thread = callgrind_next_thread();
	struct region *region = callgrind_next_region();
	const struct row *row;

	VG_(memset)(totals, 0, NEVENTS * sizeof *totals);
	text.totals = totals;
	text.function = NULL;
	text.address = 0;
	text.part++;
	text.last_context = 0;
	while ((row = rows_next()) && row_thread(row) == thread &&
	       row_region(row) == region) {
		if (row_is_own(row)) {
			put_own();
			continue;
		}
		if (row->kind == ROW_CALLS)
			put_call_row(row);
		else if (row->kind == ROW_JUMP)
			put_jump_row(row);
		else
			put_folded_row(row);
		rows_skip();
	}
	if (!text.by_part && !contexts_are_stacks())
		superblocks_visit(put_step);
	if (!row)
		release_rows();
	return row != NULL;
}
