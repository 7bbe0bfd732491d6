/* SPDX-License-Identifier: BSD-2-Clause */
/* The graph is made when all rows are there: its nodes are numbers of rows. */
#include <stdlib.h>
#include <string.h>

#include "callgraph.h"
#include "cli.h"

void
callgraph_init(struct callgraph *g, size_t nevents)
{
	*g = (struct callgraph){.nevents = nevents};
	g->functions = cg_profile_new(nevents, &g->error);
	g->calls = cg_profile_new(nevents, &g->error);
	if (g->functions == NULL || g->calls == NULL)
		cli_die("%s", g->error.text);
}

/* --- adding --------------------------------------------------------------- */

void
callgraph_add(struct callgraph *g, const struct cg_record *record)
{
	struct cg_record row = {
	    .kind = record->kind,
	    .object = record->object,
	    .home = record->home,
	    .file = record->home,
	    .function = record->function,
	    .counts = record->counts,
	    .given = record->given,
	};
	struct cg_profile *profile = g->functions;

	if (record->kind != CG_COSTS && record->kind != CG_CALL)
		return;
	if (record->kind == CG_CALL) {
		profile = g->calls;
		row.times = record->times;
		row.target = record->target;
		row.target.address = 0;
		row.target.line = 0;
	}
	if (cg_profile_add(profile, &row) < 0)
		cli_die("%s", g->error.text);
}

/* makes sure that there is such a function, if without a cost of its own */
static void
add_function(struct callgraph *g, const char *object, const char *home,
    const char *function)
{
	struct cg_record row = {.kind = CG_COSTS,
	    .object = object,
	    .home = home,
	    .file = home,
	    .function = function};

	if (cg_profile_row(g->functions, &row) == NULL)
		cli_die("%s", g->error.text);
}

/* --- finding functions ---------------------------------------------------- */

struct name {
	const char *home;
	const char *function;
	const char *object;
	size_t number;
};

/* the functions in order of home, name and object */
struct names {
	size_t n;
	struct name *list;
};

static int
compare_names(const struct name *a, const struct name *b)
{
	int order = strcmp(a->home, b->home);

	return order != 0 ? order : strcmp(a->function, b->function);
}

static int
compare_entries(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int order = compare_names(x, y);

	return order != 0 ? order : strcmp(x->object, y->object);
}

static void
free_names(struct callgraph *g)
{
	if (g->names != NULL)
		free(g->names->list);
	free(g->names);
	g->names = NULL;
}

static void
sort_names(struct callgraph *g)
{
	struct names *names = cli_alloc(1, sizeof(*names));

	free_names(g);
	g->names = names;
	names->n = cg_profile_len(g->functions);
	names->list = cli_alloc(names->n, sizeof(*names->list));
	for (size_t i = 0; i < names->n; i++) {
		struct cg_record row;

		cg_profile_at(g->functions, i, &row);
		names->list[i] =
		    (struct name){row.home, row.function, row.object, i};
	}
	qsort(names->list, names->n, sizeof(*names->list), compare_entries);
}

/* the first entry that does not come before the name */
static size_t
search(const struct names *names, const struct name *wanted)
{
	size_t low = 0, high = names->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_names(&names->list[middle], wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* the number of the function, in its object or the only one that has it */
static bool
find_function(
    const struct callgraph *g, const struct name *wanted, size_t *number)
{
	const struct names *names = g->names;
	size_t first = search(names, wanted), i = first;

	for (; i < names->n && compare_names(&names->list[i], wanted) == 0;
	     i++) {
		*number = names->list[i].number;
		if (strcmp(names->list[i].object, wanted->object) == 0)
			return true;
	}
	return i - first == 1;
}

static bool
find_caller(
    const struct callgraph *g, const struct cg_record *call, size_t *number)
{
	struct name wanted = {.home = call->home,
	    .function = call->function,
	    .object = call->object};

	return find_function(g, &wanted, number);
}

static bool
find_callee(
    const struct callgraph *g, const struct cg_record *call, size_t *number)
{
	struct name wanted = {.home = call->target.file,
	    .function = call->target.function,
	    .object = call->target.object};

	return find_function(g, &wanted, number);
}

/* --- completing ----------------------------------------------------------- */

static void
add_callers(struct callgraph *g)
{
	struct cg_record call;

	for (size_t i = 0; i < cg_profile_len(g->calls); i++) {
		cg_profile_at(g->calls, i, &call);
		add_function(g, call.object, call.home, call.function);
	}
}

static void
add_callees(struct callgraph *g)
{
	struct cg_record call;
	size_t number;

	sort_names(g);
	for (size_t i = 0; i < cg_profile_len(g->calls); i++) {
		cg_profile_at(g->calls, i, &call);
		if (!find_callee(g, &call, &number))
			add_function(g, call.target.object, call.target.file,
			    call.target.function);
	}
}

static void
sort_rows(struct callgraph *g)
{
	if (cg_profile_sort(g->functions) < 0 || cg_profile_sort(g->calls) < 0)
		cli_die("%s", g->error.text);
	g->nfunctions = cg_profile_len(g->functions);
	g->ncalls = cg_profile_len(g->calls);
}

static void
find_ends(struct callgraph *g)
{
	g->ends = cli_alloc(g->ncalls, sizeof(*g->ends));
	if (g->ncalls == 0)
		return;
	sort_names(g);
	for (size_t i = 0; i < g->ncalls; i++) {
		struct cg_record call;

		cg_profile_at(g->calls, i, &call);
		find_caller(g, &call, &g->ends[i].caller);
		find_callee(g, &call, &g->ends[i].callee);
	}
}

/* turns the number of edges of each node into where they begin */
static void
place_edges(struct edges *edges, size_t n)
{
	size_t first = 0;

	for (size_t i = 0; i <= n; i++) {
		size_t count = edges->first[i];

		edges->first[i] = first;
		first += count;
	}
}

static void
init_edges(struct edges *edges, const struct callgraph *g)
{
	edges->first = cli_alloc(g->nfunctions + 1, sizeof(*edges->first));
	edges->heads = cli_alloc(g->ncalls, sizeof(*edges->heads));
}

static void
list_calls(struct callgraph *g)
{
	size_t *next = cli_alloc(g->nfunctions + 1, sizeof(*next));

	init_edges(&g->made, g);
	init_edges(&g->taken, g);
	for (size_t i = 0; i < g->ncalls; i++) {
		g->made.first[g->ends[i].caller]++;
		g->taken.first[g->ends[i].callee]++;
	}
	place_edges(&g->made, g->nfunctions);
	place_edges(&g->taken, g->nfunctions);
	memcpy(next, g->taken.first, g->nfunctions * sizeof(*next));
	for (size_t i = 0; i < g->ncalls; i++) {
		/* calls come in order of their callers */
		g->made.heads[i] = g->ends[i].callee;
		g->taken.heads[next[g->ends[i].callee]++] = i;
	}
	free(next);
}

/* the function that stands for what is hidden, or none, the number behind all
 */
static void
find_hidden(struct callgraph *g)
{
	struct cg_record row;

	for (g->hidden = 0; g->hidden < g->nfunctions; g->hidden++) {
		cg_profile_at(g->functions, g->hidden, &row);
		if (strcmp(row.home, cg_filtered) == 0 &&
		    strcmp(row.function, cg_filtered) == 0)
			return;
	}
}

/* the component of each function; a call of what is hidden joins none */
static size_t *
find_components(const struct callgraph *g)
{
	size_t *component = cli_alloc(g->nfunctions, sizeof(*component));
	struct edges edges = {
	    g->made.first, cli_alloc(g->ncalls, sizeof(*edges.heads))};

	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call *ends = &g->ends[i];
		bool hidden =
		    ends->caller == g->hidden || ends->callee == g->hidden;

		edges.heads[i] = hidden ? ends->caller : ends->callee;
	}
	components_find(g->nfunctions, &edges, component);
	free(edges.heads);
	return component;
}

/* numbers the components that are of several functions */
static void
find_cycles(struct callgraph *g, const size_t *component)
{
	size_t *sizes = cli_alloc(g->nfunctions, sizeof(*sizes));
	size_t *numbers = cli_alloc(g->nfunctions, sizeof(*numbers));

	g->cycles = cli_alloc(g->nfunctions, sizeof(*g->cycles));
	g->members = cli_alloc(g->nfunctions, sizeof(*g->members));
	for (size_t i = 0; i < g->nfunctions; i++)
		sizes[component[i]]++;
	for (size_t i = 0; i < g->nfunctions; i++) {
		size_t c = component[i];

		if (sizes[c] > 1 && numbers[c] == 0) {
			g->members[g->ncycles] = sizes[c];
			numbers[c] = ++g->ncycles;
		}
		g->cycles[i] = numbers[c];
	}
	free(sizes);
	free(numbers);
}

/* --- inclusive cost ------------------------------------------------------- */

/* what is known of the inclusive costs, nevents a function */
struct views {
	int64_t *inside; /* own costs and those of calls that leave the cycle */
	int64_t *outside; /* what callers outside the cycle were charged */
	bool *called;     /* from outside; one a function */
};

static void
add(const struct callgraph *g, int64_t *to, const int64_t *counts,
    size_t function)
{
	struct cg_record row;

	for (size_t i = 0; i < g->nevents; i++) {
		if (!__builtin_add_overflow(to[i], counts[i], &to[i]))
			continue;
		cg_profile_at(g->functions, function, &row);
		cli_die("what %s:%s cost with all that it called does not fit "
			"in 64 bits",
		    row.home, row.function);
	}
}

static void
add_calls(
    const struct callgraph *g, struct views *views, const size_t *component)
{
	for (size_t i = 0; i < g->ncalls; i++) {
		const struct call *ends = &g->ends[i];
		struct cg_record call;

		if (component[ends->caller] == component[ends->callee])
			continue;
		cg_profile_at(g->calls, i, &call);
		if (ends->caller != g->hidden)
			add(g, views->inside + ends->caller * g->nevents,
			    call.counts, ends->caller);
		if (ends->callee == g->hidden)
			continue;
		add(g, views->outside + ends->callee * g->nevents, call.counts,
		    ends->callee);
		views->called[ends->callee] = true;
	}
}

static void
add_own_costs(const struct callgraph *g, struct views *views)
{
	struct cg_record row;

	for (size_t i = 0; i < g->nfunctions; i++) {
		cg_profile_at(g->functions, i, &row);
		add(g, views->inside + i * g->nevents, row.counts, i);
	}
}

static void
add_up_cycles(struct callgraph *g, const struct views *views)
{
	size_t n = g->nevents;

	g->cycle_costs = cli_alloc(g->ncycles * n, sizeof(*g->cycle_costs));
	for (size_t i = 0; i < g->nfunctions; i++)
		if (g->cycles[i] > 0)
			add(g, g->cycle_costs + (g->cycles[i] - 1) * n,
			    views->inside + i * n, i);
}

/*
 * Callers know most, but not of what was entered without them, of which a
 * profile may have no call.  Of differences, which can be negative, only they
 * can tell.
 */
static int64_t
choose(int64_t inside, int64_t outside, bool called)
{
	if (!called || (outside >= 0 && inside > outside))
		return inside;
	return outside;
}

static void
compute_inclusive(struct callgraph *g, const size_t *component)
{
	size_t n = g->nfunctions * g->nevents;
	struct views views = {
	    .inside = cli_alloc(n, sizeof(*views.inside)),
	    .outside = cli_alloc(n, sizeof(*views.outside)),
	    .called = cli_alloc(g->nfunctions, sizeof(*views.called)),
	};

	add_calls(g, &views, component);
	add_own_costs(g, &views);
	add_up_cycles(g, &views);
	for (size_t i = 0; i < n; i++)
		views.inside[i] = choose(views.inside[i], views.outside[i],
		    views.called[i / g->nevents]);
	g->inclusive = views.inside;
	free(views.outside);
	free(views.called);
}

void
callgraph_complete(struct callgraph *g)
{
	size_t *component;

	if (cg_profile_len(g->calls) > 0) {
		add_callers(g);
		add_callees(g);
	}
	sort_rows(g);
	find_ends(g);
	list_calls(g);
	find_hidden(g);
	component = find_components(g);
	find_cycles(g, component);
	compute_inclusive(g, component);
	free(component);
}

struct call
callgraph_cycles(const struct callgraph *g, const struct cg_record *call)
{
	struct call ends;

	find_caller(g, call, &ends.caller);
	find_callee(g, call, &ends.callee);
	return (struct call){g->cycles[ends.caller], g->cycles[ends.callee]};
}

void
callgraph_release(struct callgraph *g)
{
	free_names(g);
	cg_profile_free(g->functions);
	cg_profile_free(g->calls);
	free(g->ends);
	free(g->made.first);
	free(g->made.heads);
	free(g->taken.first);
	free(g->taken.heads);
	free(g->inclusive);
	free(g->cycles);
	free(g->members);
	free(g->cycle_costs);
}
