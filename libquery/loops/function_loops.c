/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The jump back of a loop has the line of its condition.  So the one that was taken most often says
 * whose source the loop is, among what is inlined: that function, or what in the loop it is inlined
 * into, because a condition can be a function.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "function_loops.h"
#include "inlinings.h"

struct loop_search {
	struct function_loops *loops;
	const struct code_rows *rows;
	struct machine_code code;
	struct flow flow;
	struct loop_nest nest;
	struct inlinings inlinings;
	/* the instructions of each loop, with those of the loops in it */
	size_t *first_member; /* and one more for the end */
	size_t *members;
};

static void
add_counts(const struct loop_search *s, int64_t *to, const int64_t *counts)
{
	const struct code_function *f = s->loops->function;

	if (cg_counts_add(to, counts, s->rows->nevents) < s->rows->nevents)
		cli_die("the cost of a loop of %s:%s does not fit in 64 bits",
		    f->file, f->function);
}

/* --- members ---------------------------------------------------------------- */

static void
find_members(struct loop_search *s)
{
	const struct loop_nest *nest = &s->nest;
	size_t n = 0;

	s->first_member = cli_alloc(nest->n + 1, sizeof(*s->first_member));
	for (size_t i = 0; i < s->code.n; i++)
		for (size_t number = nest->innermost[i]; number != NO_LOOP;
		     number = nest->list[number].parent)
			s->first_member[number]++;
	for (size_t i = 0; i <= nest->n; i++) {
		size_t size = s->first_member[i];

		s->first_member[i] = n;
		n += size;
	}
	s->members = cli_alloc(n, sizeof(*s->members));
	/* backwards, so that first_member ends where it began */
	for (size_t i = 0; i < nest->n; i++)
		s->first_member[i] = s->first_member[i + 1];
	for (size_t i = s->code.n; i > 0; i--)
		for (size_t number = nest->innermost[i - 1]; number != NO_LOOP;
		     number = nest->list[number].parent)
			s->members[--s->first_member[number]] = i - 1;
}

/* --- places ----------------------------------------------------------------- */

/* True if an instruction of the caller follows the call in the source, as the body of a loop follows
 * its condition. */
static bool
follows_call(
    const struct code_instruction *one, const struct inlining *inlining)
{
	return inlining->line == 0 || one->file != inlining->file ||
	       one->line >= inlining->line;
}

/*
 * Replaces a function by one that the loop has instructions of and that it is inlined into.
 * False if there is none.  A compiler gives instructions of the callee's loops lines of the caller
 * that stand before the call: these count only if they are most of the loop, without the loops in
 * it.
 */
static bool
go_out(const struct loop_search *s, size_t number, const char **owner)
{
	const char *before = NULL;
	size_t nbefore = 0, n = 0;

	for (size_t i = s->first_member[number];
	     i < s->first_member[number + 1]; i++) {
		const struct code_instruction *one =
		    &s->code.list[s->members[i]];
		const struct inlining *inlining =
		    one->inlined != *owner
			? inlinings_find(&s->inlinings, *owner, one->inlined)
			: NULL;

		if (s->nest.innermost[s->members[i]] == number)
			n++;
		if (inlining == NULL)
			continue;
		if (follows_call(one, inlining)) {
			*owner = one->inlined;
			return true;
		}
		if (nbefore == 0)
			before = one->inlined;
		nbefore += one->inlined == before &&
			   s->nest.innermost[s->members[i]] == number;
	}
	if (nbefore == 0 || 2 * nbefore <= n)
		return false;
	*owner = before;
	return true;
}

/* Returns the name of the function that has a loop; NULL: the one that has the code. */
static const char *
find_owner(const struct loop_search *s, size_t number)
{
	const char *owner = s->code.list[s->nest.list[number].tail].inlined;

	/* functions can be inlined into each other */
	for (size_t n = 0;
	     n < LOOP_DEPTH && owner != NULL && go_out(s, number, &owner);)
		n++;
	return owner;
}

/* Returns the instruction that tells the place of a loop: its tail, or what its owner executes
 * most often. */
static size_t
find_teller(const struct loop_search *s, size_t number, const char *owner)
{
	size_t tail = s->nest.list[number].tail, teller = tail;
	int64_t most = -1;

	if (s->code.list[tail].inlined == owner)
		return tail;
	for (size_t i = s->first_member[number];
	     i < s->first_member[number + 1]; i++) {
		const struct code_instruction *one =
		    &s->code.list[s->members[i]];

		if (one->inlined != owner || one->executed < most)
			continue;
		most = one->executed;
		teller = s->members[i];
	}
	return teller;
}

static void
add_line(struct function_loop *loop, int64_t line)
{
	if (line == 0)
		return;
	if (loop->first_line == 0 || line < loop->first_line)
		loop->first_line = line;
	if (line > loop->last_line)
		loop->last_line = line;
}

static void
place(struct loop_search *s, size_t number)
{
	struct function_loop *loop = &s->loops->list[number];
	const char *owner = find_owner(s, number);
	const struct code_instruction *teller =
	    &s->code.list[find_teller(s, number, owner)];

	loop->file = teller->file != NULL ? teller->file : cg_unknown_name;
	loop->is_inlined = owner != NULL;
	loop->function = owner != NULL ? owner : s->loops->function->function;
	loop->jump_line = teller->line;
	for (size_t i = s->first_member[number];
	     i < s->first_member[number + 1]; i++) {
		const struct code_instruction *one =
		    &s->code.list[s->members[i]];

		if (one->inlined == owner && one->file == loop->file)
			add_line(loop, one->line);
	}
}

static void
add_tops(
    struct loop_search *s, size_t number, const struct code_instruction *one)
{
	struct loop_top *tops = s->loops->list[number].tops;

	for (size_t i = 0; i < s->rows->nevents && one->counts != NULL; i++)
		if (one->counts[i] > tops[i].count)
			tops[i] = (struct loop_top){
			    one->counts[i], one->address, one->file, one->line};
}

static void
add_costs(struct loop_search *s, size_t number)
{
	struct function_loop *loop = &s->loops->list[number];
	size_t first = s->first_member[number],
	       end = s->first_member[number + 1];

	loop->own = cli_alloc(s->rows->nevents, sizeof(*loop->own));
	loop->tops = cli_alloc(s->rows->nevents, sizeof(*loop->tops));
	loop->first = s->code.list[s->members[first]].address;
	loop->last = s->code.list[s->members[end - 1]].address;
	for (size_t i = first; i < end; i++) {
		add_counts(s, loop->own, s->code.list[s->members[i]].counts);
		add_tops(s, number, &s->code.list[s->members[i]]);
	}
}

/* --- calls ------------------------------------------------------------------ */

static void
add_call(struct loop_search *s, const struct call_rings *rings,
    const struct cg_record *call)
{
	size_t i = machine_code_find(&s->code, call->address);
	size_t number = i < s->code.n ? s->nest.innermost[i] : NO_LOOP;
	bool leads_back;

	if (number == NO_LOOP)
		return;
	leads_back = call_rings_lead_back(rings, s->loops->function, call);
	for (; number != NO_LOOP; number = s->loops->list[number].parent) {
		struct function_loop *loop = &s->loops->list[number];

		loop->is_recursive |= leads_back;
		if (leads_back)
			continue;
		if (loop->calls == NULL)
			loop->calls =
			    cli_alloc(s->rows->nevents, sizeof(*loop->calls));
		add_counts(s, loop->calls, call->counts);
	}
}

static void
add_calls(struct loop_search *s, const struct call_rings *rings)
{
	const struct code_function *f = s->loops->function;

	for (size_t i = f->first_run; i < f->end_run; i++)
		for (size_t j = s->rows->runs[i].first;
		     j < s->rows->runs[i].end; j++) {
			struct cg_record row;

			cg_profile_at(s->rows->rows, j, &row);
			if (row.kind == CG_CALL && row.address != 0 &&
			    row.target.inlined == CG_NOT_INLINED)
				add_call(s, rings, &row);
		}
}

/* --- the function ----------------------------------------------------------- */

static void
take_loops(struct loop_search *s)
{
	struct function_loops *loops = s->loops;

	loops->n = s->nest.n;
	loops->list = cli_alloc(loops->n, sizeof(*loops->list));
	for (size_t i = 0; i < loops->n; i++) {
		const struct nested_loop *from = &s->nest.list[i];
		struct function_loop *to = &loops->list[i];

		*to = (struct function_loop){.parent = from->parent,
		    .nheads = from->nheads,
		    .entered = from->entered,
		    .rounds = from->rounds};
		add_costs(s, i);
		place(s, i);
	}
}

/* True if a jump back was taken: without one, there is no loop. */
static bool
has_jump_back(const struct code_rows *rows, const struct code_function *f)
{
	for (size_t i = f->first_run; i < f->end_run; i++)
		for (size_t j = rows->runs[i].first; j < rows->runs[i].end;
		     j++) {
			struct cg_record row;

			cg_profile_at(rows->rows, j, &row);
			if ((row.kind == CG_JUMP || row.kind == CG_BRANCH) &&
			    row.target.address <= row.address)
				return true;
		}
	return false;
}

void
function_loops_find(struct function_loops *loops, const struct code_rows *rows,
    const struct code_function *function, const struct call_rings *rings,
    const struct cg_header *header)
{
	struct loop_search s = {.loops = loops, .rows = rows};
	struct machine_code_options options = {
	    .header = header, .rows_only = true};

	*loops = (struct function_loops){.function = function};
	if (!has_jump_back(rows, function))
		return;
	machine_code_read(&s.code, rows, function, &options);
	flow_init(&s.flow, &s.code);
	loop_nest_init(&s.nest, &s.flow);
	if (s.nest.n > 0) {
		inlinings_init(&s.inlinings, rows, function);
		find_members(&s);
		take_loops(&s);
		add_calls(&s, rings);
		inlinings_release(&s.inlinings);
	}
	free(s.first_member);
	free(s.members);
	loop_nest_release(&s.nest);
	flow_release(&s.flow);
	machine_code_release(&s.code);
}

void
function_loops_release(struct function_loops *loops)
{
	for (size_t i = 0; i < loops->n; i++) {
		free(loops->list[i].own);
		free(loops->list[i].tops);
		free(loops->list[i].calls);
	}
	free(loops->list);
	*loops = (struct function_loops){.n = 0};
}
