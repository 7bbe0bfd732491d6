// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes rows and calls in Callgrind's format.  They are sorted by thread,
 * object, function and line, and the calls from a line come after its own cost,
 * so that equal counts give equal files.
 */
#include "callgrind_text.h"
#include "callgraph.h"
#include "costs.h"
#include "process/file.h"
#include "jumps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

/* A row: the own cost of a line, or calls or jumps from there. */
struct row {
	UInt thread;
	const struct cost *cost;
	const HChar *name;       /* of the function, in a context */
	const struct edge *edge; /* NULL: not calls */
	const struct jump *jump; /* NULL: not a jump */
	const ULong *counts;     /* of a jump: NULL */
};

static struct {
	XArray *rows;
	Word next; /* the first row of the next part */
	Bool with_addresses;
} text;

/* --- rows ----------------------------------------------------------------- */

static Bool
is_zero(const ULong counts[NEVENTS])
{
	for (Int i = 0; i < NEVENTS; i++)
		if (counts[i] != 0)
			return False;
	return True;
}

static void
add_row(const struct row *row)
{
	if (!is_zero(row->counts))
		VG_(addToXA)(text.rows, row);
}

static UInt
thread_of(const struct context *context)
{
	return context && context->thread ? context->thread->number : 0;
}

static void
add_cost(struct cost *cost)
{
	const struct context *first = cost->owner->first;
	struct row row = {
	    .thread = thread_of(first),
	    .cost = cost,
	    .name = first ? first->name : cost->owner->name,
	    .counts = cost->counts,
	};

	add_row(&row);
	for (struct context_counts *o = cost_others(cost); o; o = o->next) {
		row.thread = thread_of(o->context);
		row.name = o->context->name;
		row.counts = o->counts;
		add_row(&row);
	}
}

static void
add_calls(void)
{
	UInt nedges;
	struct edge **edges = edges_all(&nedges);

	for (UInt i = 0; i < nedges; i++) {
		struct row row = {
		    .thread = thread_of(edges[i]->caller),
		    .cost = edges[i]->site,
		    .name = edges[i]->caller->name,
		    .edge = edges[i],
		    .counts = edges[i]->counts,
		};

		add_row(&row);
	}
	VG_(free)(edges);
}

/* Jumps between positions that are not known tell nothing. */
static void
add_jumps(void)
{
	UInt njumps;
	struct jump **jumps = jumps_all(&njumps);

	for (UInt i = 0; i < njumps; i++) {
		const struct jump *jump = jumps[i];
		const struct function *function = jump->from->owner;
		const struct context *context =
		    jump->context ? jump->context : function->first;
		const struct row row = {
		    .thread = thread_of(context),
		    .cost = jump->from,
		    .name = context ? context->name : function->name,
		    .jump = jump,
		};

		if (jump_count(jump) > 0 &&
		    (jump->from->line != 0 || text.with_addresses))
			VG_(addToXA)(text.rows, &row);
	}
	VG_(free)(jumps);
}

/* --- order ---------------------------------------------------------------- */

/* Interned names are equal if their pointers are. */
static Int
compare_names(const HChar *left, const HChar *right)
{
	return left == right ? 0 : VG_(strcmp)(left, right);
}

static Int
compare_numbers(UWord left, UWord right)
{
	return (left > right) - (left < right);
}

static Int
compare_functions(const struct function *left, const HChar *left_name,
    const struct function *right, const HChar *right_name)
{
	Int order = compare_names(left->object, right->object);

	if (order == 0)
		order = compare_names(left->file, right->file);
	if (order == 0)
		order = compare_names(left_name, right_name);
	return order;
}

static const struct function *
function_of(const struct row *row)
{
	return row->edge ? row->edge->caller->function : row->cost->owner;
}

static Int
compare_edges(const struct edge *left, const struct edge *right)
{
	if (!left || !right)
		return (left != NULL) - (right != NULL);
	return compare_functions(left->callee->function, left->callee->name,
	    right->callee->function, right->callee->name);
}

/* Jumps come after calls. */
static Int
compare_jumps(const struct jump *left, const struct jump *right)
{
	Int order;

	if (!left || !right)
		return (left != NULL) - (right != NULL);
	order = compare_names(left->to->file, right->to->file);
	if (order == 0)
		order = compare_numbers(
		    (UWord)left->to->line, (UWord)right->to->line);
	if (order == 0)
		order = compare_numbers(left->end, right->end);
	if (order == 0)
		order = compare_numbers(left->to->address, right->to->address);
	return order;
}

static Int
compare_rows(const void *a, const void *b)
{
	const struct row *left = a, *right = b;
	Int order = compare_numbers(left->thread, right->thread);

	if (order == 0)
		order = compare_functions(function_of(left), left->name,
		    function_of(right), right->name);
	if (order == 0)
		order = compare_names(left->cost->file, right->cost->file);
	if (order == 0)
		order = compare_numbers(
		    (UWord)left->cost->line, (UWord)right->cost->line);
	if (order == 0)
		order =
		    compare_numbers(left->cost->address, right->cost->address);
	if (order == 0)
		order = compare_jumps(left->jump, right->jump);
	if (order == 0)
		order = compare_edges(left->edge, right->edge);
	return order;
}

/* --- text ----------------------------------------------------------------- */

/* A name that begins with a number in brackets would stand for another one. */
static void
put_name(const HChar *key, const HChar *name)
{
	const HChar *digits = name + 1;

	file_put(key);
	if (name[0] == '(' && VG_(isdigit)(*digits)) {
		file_put("\\x28");
		name++;
	}
	file_put(name);
	file_put("\n");
}

static void
put_position(Addr address, ULong line)
{
	HChar number[24];

	if (text.with_addresses) {
		VG_(sprintf)(number, "0x%lx ", address);
		file_put(number);
	}
	file_put_number(line);
}

static void
put_calls(const struct edge *edge)
{
	const struct function *callee = edge->callee->function;

	put_name("cob=", callee->object);
	put_name("cfi=", callee->file);
	put_name("cfn=", edge->callee->name);
	file_put("calls=");
	file_put_number(edge->calls);
	file_put(" ");
	put_position(callee->address, callee->line);
	file_put("\n");
}

/* A jump never leaves its function, but may leave an inlined one. */
static void
put_jump(const struct jump *jump)
{
	if (jump->to->file != jump->from->file)
		put_name("jfi=", jump->to->file);
	file_put(jump->is_conditional ? "jcnd=" : "jump=");
	file_put_number(jump_count(jump));
	if (jump->is_conditional) {
		file_put("/");
		file_put_number(jump->executed);
	}
	file_put(" ");
	put_position(jump->to->address, (ULong)jump->to->line);
	file_put("\n");
}

/* Writes the names that differ from the names of the row before. */
static void
put_names(const struct row *row, const struct row *before)
{
	const struct function *function = function_of(row);
	const HChar *file = before ? before->cost->file : NULL;
	const struct function *last = before ? function_of(before) : NULL;

	if (!last || function->object != last->object)
		put_name("ob=", function->object);
	if (!last || function != last || row->name != before->name) {
		put_name("fl=", function->file);
		put_name("fn=", row->name);
		file = function->file;
	}
	if (row->cost->file != file)
		put_name(row->cost->file == function->file ? "fe=" : "fi=",
		    row->cost->file);
}

/* --- parts ---------------------------------------------------------------- */

void
callgrind_collect_rows(Bool with_addresses)
{
	text.with_addresses = with_addresses;
	text.next = 0;
	text.rows = VG_(newXA)(
	    VG_(malloc), "cgcollect.rows", VG_(free), sizeof(struct row));
	costs_visit(add_cost);
	add_calls();
	add_jumps();
	VG_(setCmpFnXA)(text.rows, compare_rows);
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

	return row ? row->thread : 0;
}

Bool
callgrind_put_part(const struct profile_header *header,
    callgrind_put_counts *put_counts, ULong totals[NEVENTS])
{
	UInt thread = callgrind_next_thread();
	const struct row *before = NULL, *row;

	VG_(memset)(totals, 0, NEVENTS * sizeof *totals);
	while ((row = next_row()) && row->thread == thread) {
		put_names(row, before);
		if (row->edge)
			put_calls(row->edge);
		else if (row->jump)
			put_jump(row->jump);
		else
			for (Int i = 0; i < NEVENTS; i++)
				totals[i] += row->counts[i];
		put_position(row->cost->address, (ULong)row->cost->line);
		if (row->jump)
			file_put("\n");
		else
			put_counts(header, row->counts);
		before = row;
		text.next++;
	}
	if (!row)
		VG_(deleteXA)(text.rows);
	return row != NULL;
}
