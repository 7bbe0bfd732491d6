/* SPDX-License-Identifier: BSD-2-Clause */
/* Call graphs of programs small enough to compute inclusive costs by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libquery/calls/callgraph.h"
#include "libcli/cli.h"
#include "ok.h"

const struct cli_program cli_program = {.name = "callgraph"};

/* --- programs ------------------------------------------------------------- */

/* Adds an own cost of a function, on a new line, sometimes of another file. */
static void
cost(struct callgraph *g, const char *function, int64_t count)
{
	static int64_t lines;
	int64_t line = ++lines;
	struct cg_record row = {.kind = CG_COSTS,
	    .object = "a.out",
	    .def_file = "a.c",
	    .file = line % 2 == 0 ? "a.c" : "inlined.h",
	    .function = function,
	    .line = line,
	    .counts = &count};

	callgraph_add(g, &row);
}

static void
call_into(struct callgraph *g, const char *caller, int64_t times,
    const char *object, const char *callee, int64_t count)
{
	static int64_t lines;
	int64_t line = ++lines;
	struct cg_record row = {.kind = CG_CALL,
	    .object = "a.out",
	    .def_file = "a.c",
	    .file = "a.c",
	    .function = caller,
	    .line = line,
	    .counts = &count,
	    .target = {.object = object,
		.file = "a.c",
		.function = callee,
		.line = line},
	    .executed = times};

	callgraph_add(g, &row);
}

static void
call(struct callgraph *g, const char *caller, int64_t times, const char *callee,
    int64_t count)
{
	call_into(g, caller, times, "a.out", callee, count);
}

/* Returns the number of the function; ends the program if there is none. */
static size_t
number_of(const struct callgraph *g, const char *function)
{
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		if (strcmp(row.function, function) == 0)
			return i;
	}
	printf("Bail out! no function %s\n", function);
	exit(1);
}

static int64_t
inclusive(const struct callgraph *g, const char *function)
{
	return g->inclusive[number_of(g, function)];
}

static size_t
cycle(const struct callgraph *g, const char *function)
{
	return g->cycles[number_of(g, function)];
}

static const struct cg_event events[] = {{.name = "Ir"}};
static const struct cg_header header = {.nevents = 1, .events = events};

/* --- tests ---------------------------------------------------------------- */

static void
test_chain(void)
{
	struct callgraph g;
	struct cg_record row;
	size_t f;

	callgraph_init(&g, &header);
	cost(&g, "main", 1);
	call(&g, "main", 2, "f", 30);
	call(&g, "main", 1, "f", 12);
	call(&g, "main", 1, "g", 8);
	cost(&g, "f", 20);
	cost(&g, "f", 2);
	call(&g, "f", 3, "g", 20);
	cost(&g, "g", 28);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(inclusive(&g, "main") == 51 && inclusive(&g, "f") == 42 &&
		inclusive(&g, "g") == 28,
	    "an inclusive cost is the cost charged to the callers");
	ok(cycle(&g, "main") == 0 && cycle(&g, "f") == 0,
	    "functions that call in one direction are in no cycle");
	f = number_of(&g, "f");
	cg_profile_at(g.functions, f, &row);
	ok(*row.counts == 22 && strcmp(row.file, "a.c") == 0,
	    "costs on lines of other files are the function's own");
	ok(g.ncalls == 3 && g.in_first[f + 1] - g.in_first[f] == 1,
	    "calls from all lines are added up in one row");
	cg_profile_at(g.calls, g.in_calls[g.in_first[f]], &row);
	ok(row.executed == 3 && *row.counts == 42 &&
		strcmp(row.function, "main") == 0,
	    "the row has the sum of their numbers and costs");
	callgraph_release(&g);
}

/*
 * f calls itself twice, and each level costs 10.  Callgrind charges the call
 * from f to f with the cost of the second and third level, and again with that
 * of the third.
 */
static void
test_recursion(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	cost(&g, "main", 1);
	call(&g, "main", 1, "f", 30);
	cost(&g, "f", 30);
	call(&g, "f", 2, "f", 20 + 10);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(inclusive(&g, "f") == 30 && inclusive(&g, "main") == 31,
	    "a call of a function to itself is not added");
	ok(cycle(&g, "f") == 0, "a cycle of one function has no number");
	callgraph_release(&g);
}

/* main -> even <-> odd -> leaf */
static void
test_cycle(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	cost(&g, "main", 1);
	call(&g, "main", 1, "even", 107);
	cost(&g, "even", 3);
	call(&g, "even", 2, "odd", 150);
	cost(&g, "odd", 4);
	call(&g, "odd", 1, "even", 50);
	call(&g, "odd", 5, "leaf", 100);
	cost(&g, "leaf", 100);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(inclusive(&g, "main") == 108 && inclusive(&g, "even") == 107,
	    "a call into a cycle includes all of the cycle");
	ok(inclusive(&g, "odd") == 104,
	    "a function called only from its cycle has its own cost and calls out");
	ok(inclusive(&g, "leaf") == 100,
	    "a function called from a cycle is in none");
	ok(cycle(&g, "even") == 1 && cycle(&g, "odd") == 1 &&
		cycle(&g, "leaf") == 0,
	    "both functions of the cycle have its number");
	ok(g.ncycles == 1 && g.members[0] == 2 && g.cycle_costs[0] == 107,
	    "the cost of the cycle is the cost of the calls into it");
	callgraph_release(&g);
}

/*
 * A parser: main -> statement -> expression -> factor -> expression'2 <-> factor'2 -> statement;
 * the collector tells two levels of recursion apart.
 */
static void
add_parser(struct callgraph *g)
{
	call(g, "main", 1, "statement", 90);
	call(g, "main", 1, "expression", 34);
	cost(g, "statement", 10);
	call(g, "statement", 1, "expression", 60);
	call(g, "statement", 1, "expression'2", 36);
	cost(g, "expression", 20);
	call(g, "expression", 2, "factor", 74);
	cost(g, "factor", 30);
	call(g, "factor", 2, "expression'2", 44);
	cost(g, "expression'2", 25);
	call(g, "expression'2", 9, "factor'2", 70);
	cost(g, "factor'2", 39);
	call(g, "factor'2", 7, "expression'2", 45);
	call(g, "factor'2", 1, "statement", 16);
	callgraph_complete(g);
}

static void
test_levels(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	add_parser(&g);
	callgraph_count_entries(&g);
	inclusive_compute(&g);
	ok(g.ncycles == 1 && g.cycle_costs[0] == 124,
	    "both levels of a recursion can be in one cycle");
	ok(inclusive(&g, "statement") == 106 &&
		inclusive(&g, "expression") == 94 &&
		inclusive(&g, "factor") == 74,
	    "all calls of a first level count, because it is never open twice");
	ok(callgraph_entries(&g, number_of(&g, "statement")) == 2 &&
		callgraph_entries(&g, number_of(&g, "expression'2")) == 10,
	    "and these calls are counted");
	ok(inclusive(&g, "expression'2") == 124 &&
		inclusive(&g, "factor'2") == 70,
	    "those of the last level count up to the cost of the cycle");
	callgraph_release(&g);
}

static enum cost_bound
bound_of(const struct callgraph *g, const char *name)
{
	return g->bounds[number_of(g, name)];
}

static void
test_bounds(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	add_parser(&g);
	inclusive_compute(&g);
	ok(bound_of(&g, "main") == BOUND_NONE &&
		bound_of(&g, "statement") == BOUND_NONE &&
		bound_of(&g, "factor'2") == BOUND_AT_MOST &&
		bound_of(&g, "expression'2") == BOUND_AT_MOST,
	    "the sum of calls that may overlap is at most reached");
	callgraph_release(&g);

	callgraph_init(&g, &header);
	call(&g, "main", 1, "even", 107);
	cost(&g, "even", 3);
	call(&g, "even", 2, "odd", 150);
	cost(&g, "odd", 104);
	call(&g, "odd", 1, "even", 50);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(bound_of(&g, "odd") == BOUND_AT_LEAST,
	    "without levels, what a cycle's own calls cost is left out");
	ok(bound_of(&g, "even") == BOUND_NONE,
	    "nothing is left out of a function that costs what its cycle costs");
	callgraph_release(&g);

	callgraph_init(&g, &header);
	cost(&g, "f'2", 10);
	call(&g, "main", 1, "f'2", 30);
	call(&g, "f'2", 1, "g'2", INT64_MAX);
	cost(&g, "g'2", 20);
	call(&g, "g'2", 1, "f'2", INT64_MAX - 1);
	call(&g, "h'2", 1, "f'2", 2);
	call(&g, "g'2", 1, "h'2", 2);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(inclusive(&g, "f'2") == 30 && bound_of(&g, "f'2") == BOUND_NONE,
	    "a sum of overlapping calls that does not fit in 64 bits is no error");
	callgraph_release(&g);
}

/* Part of a profile: loop was entered before the part began. */
static void
test_unknown_callers(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	cost(&g, "main", 1);
	call(&g, "main", 1, "loop", 10);
	cost(&g, "loop", 50);
	call(&g, "loop", 9, "step", 90);
	cost(&g, "step", 90);
	call(&g, "step", 2, "loop", 20);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(inclusive(&g, "loop") == 50 && inclusive(&g, "step") == 90,
	    "an inclusive cost is at least own cost and calls out of the cycle");
	ok(inclusive(&g, "main") == 11,
	    "a caller has the cost that it was charged");
	callgraph_release(&g);
}

/* A difference: the own cost of loop grew, but its inclusive cost fell. */
static void
test_negative(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	cost(&g, "main", 0);
	call(&g, "main", 0, "loop", -5);
	cost(&g, "loop", 20);
	call(&g, "loop", 0, "step", -25);
	cost(&g, "step", -25);
	call(&g, "step", 0, "loop", 0);
	cost(&g, "root", -7);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(inclusive(&g, "loop") == -5 && inclusive(&g, "root") == -7,
	    "in a difference the callers decide, if there are any");
	callgraph_release(&g);
}

/* Adds a change of a root that is also called, and of a recursion of two levels. */
static void
change(struct callgraph *g, int sign)
{
	callgraph_init(g, &header);
	cost(g, "main", 0);
	call(g, "main", 0, "root", 0);
	cost(g, "root", sign * 7);
	call(g, "main", 0, "f", sign * 40);
	cost(g, "f", 0);
	call(g, "f", 0, "f'2", sign * 40);
	cost(g, "f'2", sign * 10);
	call(g, "f'2", 0, "g'2", sign * 45);
	cost(g, "g'2", sign * 30);
	call(g, "g'2", 0, "f'2", sign * 15);
	callgraph_complete(g);
	inclusive_compute(g);
}

/* What holds for growth holds for a fall. */
static void
test_signs(void)
{
	for (int sign = -1; sign <= 1; sign += 2) {
		struct callgraph g;

		change(&g, sign);
		ok(inclusive(&g, "root") == sign * 7,
		    "a change of a root is one, although its calls cost the same");
		ok(inclusive(&g, "f'2") == sign * 40 &&
			g.bounds[number_of(&g, "g'2")] == BOUND_AT_MOST,
		    "a change in a cycle is at most that of the cycle");
		callgraph_release(&g);
	}
}

/* A difference of a function whose callers do not know all of its cost, with both sides. */
static void
test_sides(void)
{
	static const struct cg_event names[] = {
	    {.name = "Ir"}, {.name = "Ir@old"}, {.name = "Ir@new"}};
	const struct cg_header sides = {.nevents = 3, .events = names};
	struct cg_record row = {.kind = CG_COSTS,
	    .object = "",
	    .file = "a.c",
	    .def_file = "a.c",
	    .function = "f",
	    .counts = (int64_t[]){-20, 50, 30}};
	struct callgraph g;

	callgraph_init(&g, &sides);
	callgraph_add(&g, &row);
	row.kind = CG_CALL;
	row.function = "main";
	row.target =
	    (struct cg_target){.object = "", .file = "a.c", .function = "f"};
	row.counts = (int64_t[]){10, 5, 15};
	callgraph_add(&g, &row);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(g.inclusive[0] == -20 && g.inclusive[1] == 50 &&
		g.inclusive[2] == 30,
	    "the inclusive cost of a difference is that of its sides");
	callgraph_release(&g);
}

/* A difference with counts near the edges of 64 bits: each sum fits, but not in the order
 * in which it is added up. */
static void
test_edges(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	cost(&g, "even", INT64_MAX);
	cost(&g, "main", -1);
	cost(&g, "next", 5);
	cost(&g, "odd", -9);
	call(&g, "even", 1, "next", 1);
	call(&g, "next", 1, "odd", INT64_MAX);
	call(&g, "odd", 1, "even", INT64_MAX);
	call(&g, "main", INT64_MAX, "leaf", INT64_MAX);
	call(&g, "next", 1, "leaf", 2);
	call(&g, "odd", -4, "leaf", -6);
	cost(&g, "stem", -9);
	call(&g, "stem", 1, "root", INT64_MAX);
	call(&g, "stem", 1, "top", 5);
	callgraph_complete(&g);
	callgraph_count_entries(&g);
	inclusive_compute(&g);
	ok(g.ncycles == 1 && g.cycle_costs[0] == INT64_MAX - 8,
	    "the cost of a cycle may leave 64 bits while it is added up");
	ok(inclusive(&g, "leaf") == INT64_MAX - 4,
	    "so may what the callers of a function were charged");
	ok(inclusive(&g, "stem") == INT64_MAX - 4,
	    "and what a function costs and calls");
	ok(callgraph_entries(&g, number_of(&g, "leaf")) == INT64_MAX - 3,
	    "and the number of its calls");
	callgraph_release(&g);
}

/* Adds a call between functions of a.out or hidden ones. */
static void
add_call(struct callgraph *g, const char *caller, const char *callee,
    const int64_t *counts)
{
	bool from_hidden = caller == cg_filtered;
	bool to_hidden = callee == cg_filtered;
	const char *def_file = from_hidden ? cg_filtered : "a.c";
	struct cg_record row = {.kind = CG_CALL,
	    .object = from_hidden ? "" : "a.out",
	    .def_file = def_file,
	    .file = def_file,
	    .function = caller,
	    .counts = counts,
	    .target = {.object = to_hidden ? "" : "a.out",
		.file = to_hidden ? cg_filtered : "a.c",
		.function = callee},
	    .executed = 1};

	callgraph_add(g, &row);
}

/* main calls f, and f calls leaf, through hidden functions. */
static void
test_hidden(void)
{
	int64_t own = 1000, from_main = 1111, to_f = 1110, from_f = 1100,
		to_leaf = 100;
	struct cg_record hidden = {.object = "",
	    .def_file = cg_filtered,
	    .file = cg_filtered,
	    .function = cg_filtered,
	    .counts = &own};
	struct callgraph g;

	callgraph_init(&g, &header);
	callgraph_add(&g, &hidden);
	cost(&g, "main", 1);
	cost(&g, "f", 10);
	cost(&g, "leaf", 100);
	add_call(&g, "main", cg_filtered, &from_main);
	add_call(&g, cg_filtered, "f", &to_f);
	add_call(&g, "f", cg_filtered, &from_f);
	add_call(&g, cg_filtered, "leaf", &to_leaf);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(inclusive(&g, "main") == 1112 && inclusive(&g, "f") == 1110 &&
		inclusive(&g, "leaf") == 100,
	    "hidden functions make no cycle");
	ok(inclusive(&g, cg_filtered) == 1000,
	    "the inclusive cost of hidden functions is their own");
	callgraph_release(&g);
}

/* Functions are hidden in any object: "ob=" may stand before them. */
static void
test_hidden_objects(void)
{
	int64_t count = 1;
	struct cg_record row = {.kind = CG_CALL,
	    .object = "b.so",
	    .def_file = cg_filtered,
	    .file = cg_filtered,
	    .function = cg_filtered,
	    .counts = &count,
	    .target = {.object = "a.out", .file = "a.c", .function = "f"},
	    .executed = 1};
	struct callgraph g;

	callgraph_init(&g, &header);
	add_call(&g, cg_filtered, "f", &count);
	callgraph_add(&g, &row);
	row.object = "a.out";
	row.def_file = row.file = "a.c";
	row.function = "f";
	row.target = (struct cg_target){
	    .object = "b.so", .file = cg_filtered, .function = cg_filtered};
	callgraph_add(&g, &row);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(g.nfunctions == 3 && g.ncycles == 0,
	    "hidden functions of any object make no cycle");
	callgraph_release(&g);
}

static void
test_ends_without_rows(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	call(&g, "caller", 1, "callee", 9);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(g.nfunctions == 2 && inclusive(&g, "caller") == 9 &&
		inclusive(&g, "callee") == 9,
	    "functions without a cost of their own are added");
	callgraph_release(&g);
}

static void
test_objects(void)
{
	struct callgraph g;
	struct cg_record row;

	callgraph_init(&g, &header);
	cost(&g, "f", 5);
	call_into(&g, "main", 1, "", "f", 5);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(g.nfunctions == 2 && inclusive(&g, "f") == 5,
	    "a call without an object finds the only function of that name");
	cg_profile_at(g.functions, number_of(&g, "f"), &row);
	ok(strcmp(row.object, "a.out") == 0, "the function keeps its object");
	callgraph_release(&g);
}

static void
test_ambiguous(void)
{
	struct callgraph g;

	callgraph_init(&g, &header);
	cost(&g, "f", 5);
	call_into(&g, "main", 1, "", "f", 7);
	call_into(&g, "main", 1, "b.so", "g", 1);
	call_into(&g, "main", 1, "c.so", "g", 2);
	call_into(&g, "main", 1, "", "g", 4);
	callgraph_complete(&g);
	inclusive_compute(&g);
	ok(g.nfunctions == 5 && inclusive(&g, "f") == 7,
	    "a call without an object finds none of several functions of a name");
	ok(inclusive(&g, "g") == 4, "such a call adds a callee of its own");
	callgraph_release(&g);
}

static void
test_no_calls(void)
{
	struct callgraph g;
	struct cg_record row;

	callgraph_init(&g, &header);
	cost(&g, "f", 5);
	callgraph_complete(&g);
	inclusive_compute(&g);
	callgraph_function(&g, 0, true, &row);
	ok(*row.counts == 5 && g.cycles[0] == 0,
	    "without calls, inclusive costs are own costs");
	callgraph_release(&g);
}

/* --- components of small graphs, compared with all paths ----------------- */

enum { MAX_NODES = 9 };

struct graph {
	size_t n;
	bool edge[MAX_NODES][MAX_NODES];
	bool path[MAX_NODES][MAX_NODES];
};

/* Makes a random graph with one in `rarity` of all possible edges. */
static struct graph
draw(size_t nodes, unsigned int rarity, uint32_t *state)
{
	struct graph g = {.n = nodes};

	for (size_t i = 0; i < nodes; i++)
		for (size_t j = 0; j < nodes; j++) {
			*state = *state * 1664525 + 1013904223;
			g.edge[i][j] = (*state >> 16) % rarity == 0;
			g.path[i][j] = i == j || g.edge[i][j];
		}
	for (size_t k = 0; k < nodes; k++)
		for (size_t i = 0; i < nodes; i++)
			for (size_t j = 0; j < nodes; j++)
				g.path[i][j] |= g.path[i][k] && g.path[k][j];
	return g;
}

static bool
components_are_right(const struct graph *g)
{
	size_t first[MAX_NODES + 1], heads[MAX_NODES * MAX_NODES];
	size_t component[MAX_NODES], n = 0;
	struct edges edges = {first, heads};

	for (size_t i = 0; i < g->n; i++) {
		first[i] = n;
		for (size_t j = 0; j < g->n; j++)
			if (g->edge[i][j])
				heads[n++] = j;
	}
	first[g->n] = n;
	components_find(g->n, &edges, component);
	for (size_t i = 0; i < g->n; i++)
		for (size_t j = 0; j < g->n; j++)
			if ((component[i] == component[j]) !=
			    (g->path[i][j] && g->path[j][i]))
				return false;
	return true;
}

static void
test_components(void)
{
	uint32_t state = 1;
	size_t wrong = 0;

	for (int i = 0; i < 20000; i++) {
		struct graph g = draw(
		    1 + (size_t)i % MAX_NODES, 2 + (unsigned int)i % 7, &state);

		wrong += !components_are_right(&g);
	}
	ok(wrong == 0, "components of 20000 random graphs");
}

/* Calls can be nested deeper than the stack allows recursion. */
static void
test_long_chain(void)
{
	enum { LONG = 1000000 };
	size_t *first = calloc(LONG + 1, sizeof(*first));
	size_t *heads = calloc(LONG, sizeof(*heads));
	size_t *component = calloc(LONG, sizeof(*component));
	struct edges edges = {first, heads};
	bool one = true;

	for (size_t i = 0; i < LONG; i++) {
		first[i] = i;
		heads[i] = (i + 1) % LONG;
	}
	first[LONG] = LONG;
	components_find(LONG, &edges, component);
	for (size_t i = 0; i < LONG; i++)
		one &= component[i] == component[0];
	ok(one, "a cycle of a million functions");
	free(first);
	free(heads);
	free(component);
}

int
main(void)
{
	test_chain();
	test_recursion();
	test_cycle();
	test_levels();
	test_bounds();
	test_unknown_callers();
	test_negative();
	test_signs();
	test_sides();
	test_edges();
	test_hidden();
	test_hidden_objects();
	test_ends_without_rows();
	test_objects();
	test_ambiguous();
	test_no_calls();
	test_components();
	test_long_chain();
	return failures > 0;
}
