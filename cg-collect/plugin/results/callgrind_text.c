// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes rows and calls in Callgrind's format.  Nothing is sorted but parts:
 * cg-collect does that when it has added up all processes.
 */
#include "calls/callgraph.h"
#include "calls/costs.h"
#include "calls/jumps.h"
#include "counting/regions.h"
#include "modes.h"
#include "objects/objects.h"
#include "process/file.h"
#include "translation/superblock.h"
#include "callgrind_text.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

/* A row: the own cost of an instruction, or calls or jumps from there. */
struct row {
	const struct cost *cost;
	const struct context *context; /* NULL: there is none */
	const ULong *counts;           /* of a jump: NULL */
	const struct edge *edge;       /* NULL: not calls */
	const struct jump *jump;       /* NULL: not a jump */
	/* the row stands for its own costs, but for those in costs of its function; or NULL */
	const struct context *counted;
	Bool is_folded; /* the counts are of folded contexts below */
};

/* The own cost of an instruction in the context that is being written. */
struct own_cost {
	Addr address;
	UWord counts; /* where they are in gathered.counts */
};

static struct {
	XArray *rows;
	Word next; /* the first row of the next part */
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

/* With stacks, the own costs of the context that is being written. */
static struct {
	struct own_cost *costs;
	ULong *counts; /* costs_nevents() for each */
	UWord n, nallocated;
} gathered;

/* --- rows ----------------------------------------------------------------- */

/* The costs of a skipped function belong to the call that led to it. */
static void
add_cost(struct cost *cost)
{
	struct row row = {
	    .cost = cost,
	    .context = cost->owner->first,
	    .counts = cost->counts,
	};

	if (!costs_have_row(row.counts) ||
	    (row.context && row.context->name->is_owned))
		return;
	if (row.context && row.context->counted_in) {
		row.cost = row.context->counted_at;
		row.context = row.context->counted_in;
	}
	VG_(addToXA)(text.rows, &row);
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
			add_cost(cost);
	VG_(free)(functions);
}

/* Adds the context if it has own costs that are not in costs of its function. */
static void
add_counted(struct context *context, void *arg)
{
	const struct row row = {
	    .context = context->counted_in ? context->counted_in : context,
	    .counted = context,
	};

	if (!context->name->is_owned &&
	    (context->costs || (contexts_are_stacks() && context->block)))
		VG_(addToXA)(text.rows, &row);
}

static void
add_calls(void)
{
	UInt nedges;
	struct edge **edges = edges_all(&nedges);

	for (UInt i = 0; i < nedges; i++) {
		struct row row = {
		    .cost = edges[i]->site,
		    .context = edges[i]->caller,
		    .edge = edges[i],
		    .counts = edges[i]->counts,
		};

		if (edges[i]->callee->counted_in ||
		    edges[i]->callee->name->is_owned)
			continue;
		/* calls within the same call from another line cost nothing */
		if (edges[i]->calls > 0 || costs_have_row(edges[i]->counts))
			VG_(addToXA)(text.rows, &row);
	}
	VG_(free)(edges);
}

static void
add_folded(void)
{
	UInt ncontexts;
	struct context **contexts;

	contexts = contexts_in_order(&ncontexts);
	for (UInt i = 0; i < ncontexts; i++) {
		const struct row row = {
		    .context = contexts[i],
		    .counts = contexts[i]->folded,
		    .is_folded = True,
		};

		if (row.counts)
			VG_(addToXA)(text.rows, &row);
	}
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
		struct jump *jump = jumps[i];
		const struct row row = {
		    .cost = jump->from,
		    .context = jump->context ? jump->context
					     : jump->from->owner->first,
		    .jump = jump,
		};

		if (is_wanted_jump(jump) &&
		    !(row.context && row.context->counted_in))
			VG_(addToXA)(text.rows, &row);
	}
	VG_(free)(jumps);
}

/* --- parts ---------------------------------------------------------------- */

static UInt
thread_of(const struct row *row)
{
	const struct context *context = row->context;

	return context && context->name->thread ? context->name->thread->number
						: 0;
}

static struct region *
region_of(const struct row *row)
{
	return row->context ? row->context->name->region : NULL;
}

static UInt
region_number_of(const struct row *row)
{
	return region_of(row) ? region_of(row)->number : 0;
}

static struct function *
function_of(const struct row *row)
{
	return row->context ? row->context->name->function : row->cost->owner;
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

/* True if the row is of own costs. */
static Bool
is_own(const struct row *row)
{
	return !row->edge && !row->jump && !row->is_folded;
}

/* Rows of one function are together, because its names are then written once,
 * and rows of one context, the own costs first.  With stacks, the callers come first. */
static Int
compare_rows(const void *a, const void *b)
{
	const struct row *left = a, *right = b;
	Int order = compare_words(thread_of(left), thread_of(right));

	if (order == 0)
		order = compare_words(
		    region_number_of(left), region_number_of(right));
	if (order == 0 && contexts_are_stacks())
		order = compare_words(number_of(left), number_of(right));
	if (order == 0)
		order = compare_words(
		    (UWord)function_of(left), (UWord)function_of(right));
	if (order == 0)
		order =
		    compare_words((UWord)left->context, (UWord)right->context);
	return order != 0 ? order
			  : compare_words(!is_own(left), !is_own(right));
}

void
callgrind_collect_rows(Bool by_part)
{
	text.next = 0;
	text.by_part = by_part;
	text.profile++;
	text.rows = VG_(newXA)(
	    VG_(malloc), "cgcollect.rows", VG_(free), sizeof(struct row));
	add_costs();
	add_calls();
	add_jumps();
	contexts_visit(add_counted, NULL);
	if (contexts_are_stacks())
		add_folded();
	VG_(setCmpFnXA)(text.rows, compare_rows);
	if (by_part || contexts_are_stacks())
		VG_(sortXA)(text.rows);
}

/* Returns the first row that is not written yet, or NULL. */
static const struct row *
next_row(void)
{
	return text.next < VG_(sizeXA)(text.rows)
		   ? VG_(indexXA)(text.rows, text.next)
		   : NULL;
}

UInt
callgrind_next_thread(void)
{
	const struct row *row = next_row();

	return row ? thread_of(row) : 0;
}

struct region *
callgrind_next_region(void)
{
	const struct row *row = next_row();

	return row ? region_of(row) : NULL;
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
	for (Int i = 0; i < NEVENTS; i++) {
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
put_row(const struct row *row)
{
	if (row->edge)
		put_callers(row->edge->callee);
	put_place(function_of(row), row->context);
	if (row->edge || row->jump)
		text.address = 0;
	if (row->edge)
		put_calls(row->edge);
	if (row->is_folded) {
		put_folded("# folded=", row->counts);
		put_folded("# folded own=", row->counts + costs_nevents());
	} else if (row->jump) {
		put_jump(row->jump);
		file_put_hex(row->cost->address);
		file_put("\n");
	} else if (row->edge) {
		file_put_hex(row->cost->address);
		callgrind_put_counts(row->counts);
	} else {
		put_costs(row->cost->address, row->counts);
	}
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

	return compare_words(left->address, right->address);
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

/* Writes the own costs of the next context, from all its rows of them.  An instruction has one
 * row. */
static void
put_own(void)
{
	const struct row *row = next_row();
	const struct context *context = row->context;

	gathered.n = 0;
	while (row && is_own(row) && row->context == context) {
		if (!row->counted)
			add_own(row->cost->address, row->counts);
		else {
			costs_visit_context(row->counted, add_own_step);
			if (contexts_are_stacks())
				superblocks_visit_context(
				    row->counted, add_own_step);
		}
		text.next++;
		row = next_row();
	}
	sum_own();
	for (UWord i = 0; i < gathered.n; i++) {
		put_place(context->name->function, context);
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
	VG_(deleteXA)(text.rows);
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
	while ((row = next_row()) && thread_of(row) == thread &&
	       region_of(row) == region) {
		if (is_own(row) && (contexts_are_stacks() || row->counted)) {
			put_own();
			continue;
		}
		put_row(row);
		text.next++;
	}
	if (!text.by_part && !contexts_are_stacks())
		superblocks_visit(put_step);
	if (!row)
		release_rows();
	return row != NULL;
}
