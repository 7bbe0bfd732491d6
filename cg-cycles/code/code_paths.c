/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code is a graph of instructions; an edge says how often one came after the other.  A
 * path takes the edge that has been taken least, compared with how often the program took
 * it, so it needs no random numbers and is the same in every run.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/machine_code/loops.h"
#include "code_paths.h"

enum {
	/* from here on a loop is a zone of its own: */
	MANY_ROUNDS = 16,
	MUCH = 1024,     /* instructions each time that it is entered */
	SHORTEST = 128,  /* instructions of a path; it ends with a round */
	VISITS = 4,      /* of each instruction of the zone, on average */
	LONGEST = 4096,  /* there it ends anyway */
	SOME_EXITS = 32, /* that show if a loop is steady, and */
	PREDICTED_ROUNDS = 64, /* the most that it can have */
	MOST_SKIPPED = 64      /* zones within, one after another */
};

struct edge {
	size_t from, to;
	int64_t count;
	int64_t ntaken; /* by the path */
};

/* Edges that one of is chosen. */
struct choice {
	struct edge *edges;
	size_t n;
};

/* A loop, and the edges out of it. */
struct zone {
	size_t head;
	bool *is_body; /* of each instruction; NULL: all */
	size_t size;   /* of the body */
	struct choice exits;
};

struct graph {
	const struct machine_code *code;
	struct edge *edges; /* in order of where they start */
	size_t nedges;
	size_t *first; /* of each instruction, and one more */
	struct edge
	    *starts; /* where the function is entered; from is the same */
	size_t nstarts;
};

/* --- the graph ------------------------------------------------------------ */

static bool
was_executed(const struct machine_code *code, size_t i)
{
	return i < code->n && code->list[i].counts != NULL &&
	       code->list[i].code != NULL && code->list[i].executed > 0;
}

static void
add_edge(struct graph *g, size_t from, size_t to, int64_t count)
{
	if (count <= 0 || !was_executed(g->code, to))
		return;
	g->edges = cli_grow(g->edges, g->nedges, sizeof(*g->edges));
	g->edges[g->nedges++] = (struct edge){from, to, count, 0};
}

/* Returns how often the next instruction came after this one. */
static int64_t
count_falls(const struct machine_code *code, size_t i)
{
	const struct code_instruction *one = &code->list[i];

	if (one->kind == INSTRUCTION_JUMP || one->kind == INSTRUCTION_RETURN ||
	    i + 1 == code->n ||
	    code->list[i + 1].address != one->address + one->code->size)
		return 0;
	return one->kind == INSTRUCTION_BRANCH
		   ? one->executed - machine_code_taken(code, one)
		   : one->executed;
}

static void
add_edges(struct graph *g, size_t i)
{
	const struct machine_code *code = g->code;
	const struct code_instruction *one = &code->list[i];

	if (!was_executed(code, i))
		return;
	add_edge(g, i, i + 1, count_falls(code, i));
	/* a repeated instruction jumps to itself */
	if (one->kind != INSTRUCTION_JUMP && one->kind != INSTRUCTION_BRANCH)
		return;
	for (size_t j = 0; j < one->njumps; j++) {
		const struct code_jump *jump =
		    &code->jumps[one->first_jump + j];

		add_edge(
		    g, i, machine_code_find(code, jump->target), jump->taken);
	}
}

static void
find_starts(struct graph *g)
{
	const struct machine_code *code = g->code;
	int64_t *left = cli_alloc(code->n, sizeof(*left));

	for (size_t i = 0; i < code->n; i++)
		left[i] = was_executed(code, i) ? code->list[i].executed : 0;
	for (size_t i = 0; i < g->nedges; i++)
		if (__builtin_sub_overflow(left[g->edges[i].to],
			g->edges[i].count, &left[g->edges[i].to]))
			left[g->edges[i].to] = 0;
	for (size_t i = 0; i < code->n; i++) {
		if (left[i] <= 0)
			continue;
		g->starts = cli_grow(g->starts, g->nstarts, sizeof(*g->starts));
		g->starts[g->nstarts++] = (struct edge){i, i, left[i], 0};
	}
	free(left);
}

static void
build(struct graph *g, const struct machine_code *code)
{
	*g = (struct graph){.code = code};
	g->first = cli_alloc(code->n + 1, sizeof(*g->first));
	for (size_t i = 0; i < code->n; i++) {
		g->first[i] = g->nedges;
		add_edges(g, i);
	}
	g->first[code->n] = g->nedges;
	find_starts(g);
}

/* --- loops ---------------------------------------------------------------- */

static bool
is_in(const struct zone *zone, size_t i)
{
	return zone->is_body == NULL || zone->is_body[i];
}

/* Finds what leads back to the head through the jumps back of the loop. */
static void
find_body(const struct graph *g, struct zone *zone, size_t end)
{
	bool is_new = true;

	zone->is_body = cli_alloc(g->code->n, sizeof(*zone->is_body));
	zone->is_body[zone->head] = true;
	zone->size = 1;
	for (size_t i = 0; i < g->nedges; i++) {
		size_t from = g->edges[i].from;

		if (g->edges[i].to != zone->head || from < zone->head ||
		    from > end || zone->is_body[from])
			continue;
		zone->is_body[from] = true;
		zone->size++;
	}
	/* most edges lead on, so few rounds from the end are enough */
	while (is_new) {
		is_new = false;
		for (size_t i = g->nedges; i-- > 0;) {
			const struct edge *edge = &g->edges[i];

			if (!zone->is_body[edge->to] ||
			    edge->to == zone->head || zone->is_body[edge->from])
				continue;
			zone->is_body[edge->from] = is_new = true;
			zone->size++;
		}
	}
}

static void
find_exits(const struct graph *g, struct zone *zone)
{
	struct choice *exits = &zone->exits;

	for (size_t i = 0; i < g->nedges; i++) {
		if (!is_in(zone, g->edges[i].from) ||
		    is_in(zone, g->edges[i].to))
			continue;
		exits->edges =
		    cli_grow(exits->edges, exits->n, sizeof(*exits->edges));
		exits->edges[exits->n++] = g->edges[i];
	}
}

bool
code_paths_is_steady(
    const struct machine_code *code, const struct code_instruction *one)
{
	int64_t exits = one->executed - machine_code_taken(code, one);

	return one->kind == INSTRUCTION_BRANCH && one->code->target != 0 &&
	       one->code->target <= one->address && exits >= SOME_EXITS &&
	       one->executed % exits == 0 &&
	       one->executed / exits <= PREDICTED_ROUNDS;
}

/* True if a loop goes round often each time that it is entered, and what comes before and after
 * it does not overlap with most of it: it is long, or its end was mispredicted. */
static bool
is_long(const struct graph *g, const struct zone *zone)
{
	double all = (double)g->code->list[zone->head].executed, back = 0;
	double nentries, size = 0;
	bool is_steady = false;

	for (size_t i = 0; i < g->nedges; i++) {
		size_t from = g->edges[i].from;

		if (g->edges[i].to != zone->head || !is_in(zone, from))
			continue;
		back += (double)g->edges[i].count;
		is_steady |=
		    code_paths_is_steady(g->code, &g->code->list[from]);
	}
	for (size_t i = 0; i < g->code->n; i++)
		if (is_in(zone, i) && was_executed(g->code, i))
			size += (double)g->code->list[i].executed;
	nentries = all - back > 1 ? all - back : 1;
	return all >= MANY_ROUNDS * nentries &&
	       (!is_steady || size >= MUCH * nentries);
}

static void
release_zone(struct zone *zone)
{
	free(zone->is_body);
	free(zone->exits.edges);
}

static int
compare_zones(const void *a, const void *b)
{
	const struct zone *x = a, *y = b;

	return x->size != y->size ? (x->size > y->size) - (x->size < y->size)
				  : (x->head > y->head) - (x->head < y->head);
}

/* Finds all loops that are zones, inner ones first, and adds the rest. */
static struct zone *
find_zones(const struct graph *g, size_t *nzones)
{
	struct code_loops loops;
	struct zone *zones;
	size_t n = 0;

	loops_find(&loops, g->code);
	zones = cli_alloc(loops.n + 1, sizeof(*zones));
	for (size_t i = 0; i < loops.n; i++) {
		zones[n] = (struct zone){.head = loops.list[i].head};
		find_body(g, &zones[n], loops.list[i].end);
		if (is_long(g, &zones[n]))
			n++;
		else
			release_zone(&zones[n]);
	}
	loops_release(&loops);
	if (n > 1)
		qsort(zones, n, sizeof(*zones), compare_zones);
	for (size_t i = 0; i < n; i++)
		find_exits(g, &zones[i]);
	zones[n] = (struct zone){.head = g->code->n};
	*nzones = n + 1;
	return zones;
}

/* --- paths ---------------------------------------------------------------- */

/* Chooses the edge that is most behind; NULL if there is none. */
static struct edge *
choose(struct edge *edges, size_t n)
{
	double total = 0, ntaken = 1, most = 0;
	struct edge *chosen = NULL;

	for (size_t i = 0; i < n; i++) {
		total += (double)edges[i].count;
		ntaken += (double)edges[i].ntaken;
	}
	for (size_t i = 0; i < n; i++) {
		double behind = (double)edges[i].count / total * ntaken -
				(double)edges[i].ntaken;

		if (chosen != NULL && behind <= most)
			continue;
		chosen = &edges[i];
		most = behind;
	}
	if (chosen != NULL)
		chosen->ntaken++;
	return chosen;
}

struct walk {
	struct graph *graph;
	struct zone *zones;
	const size_t *zone_of; /* of each instruction */
	size_t zone, nzones;
	struct code_path *path;
	size_t room;
};

/* Returns where a round of the zone begins, or n. */
static size_t
begin_round(struct walk *w)
{
	const struct zone *zone = &w->zones[w->zone];
	struct edge *start;

	if (zone->is_body != NULL)
		return zone->head;
	start = choose(w->graph->starts, w->graph->nstarts);
	return start != NULL ? start->to : w->graph->code->n;
}

/* Leaves the zones within that a path has come to.  Returns the first instruction that is of the
 * zone of the path, or n if the round ends. */
static size_t
skip_zones(struct walk *w, size_t at)
{
	size_t n = w->graph->code->n;

	for (size_t i = 0; i < MOST_SKIPPED && at < n; i++) {
		struct edge *edge;
		struct zone *within;

		if (!is_in(&w->zones[w->zone], at))
			return n;
		if (w->zone_of[at] == w->zone)
			return at;
		within = &w->zones[w->zone_of[at]];
		edge = choose(within->exits.edges, within->exits.n);
		at = edge != NULL ? edge->to : n;
	}
	return n;
}

static void
append(struct walk *w, size_t at)
{
	struct code_path *path = w->path;

	path->list = cli_grow(path->list, path->n, sizeof(*path->list));
	path->list[path->n++] = at;
}

/* Returns the instruction after one, or n if the round ends with it. */
static size_t
go_on(struct walk *w, size_t at)
{
	struct graph *g = w->graph;
	struct edge *edge =
	    choose(&g->edges[g->first[at]], g->first[at + 1] - g->first[at]);
	size_t to = edge != NULL ? skip_zones(w, edge->to) : g->code->n;

	w->path->njumps +=
	    to != at + 1 || g->code->list[at].kind == INSTRUCTION_CALL;
	return to;
}

static size_t
count_members(const struct walk *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->graph->code->n; i++)
		n +=
		    w->zone_of[i] == w->zone && was_executed(w->graph->code, i);
	return n;
}

static void
find_path(struct walk *w)
{
	size_t nmembers = count_members(w), n = w->graph->code->n;
	size_t enough =
	    VISITS * nmembers > SHORTEST ? VISITS * nmembers : SHORTEST;
	size_t nempty = 0;

	if (nmembers == 0)
		return;
	while (w->path->n < enough && w->path->n < LONGEST &&
	       nempty < MOST_SKIPPED) {
		size_t before = w->path->n, at = begin_round(w);
		bool is_loop = w->zones[w->zone].is_body != NULL;

		at = skip_zones(w, at);
		while (at < n && w->path->n < LONGEST) {
			append(w, at);
			at = go_on(w, at);
			if (is_loop && at == w->zones[w->zone].head)
				break;
		}
		nempty += w->path->n == before;
	}
}

void
code_paths_find(struct code_paths *paths, const struct machine_code *code)
{
	struct graph graph;
	struct zone *zones;

	build(&graph, code);
	*paths = (struct code_paths){.code = code};
	zones = find_zones(&graph, &paths->nzones);
	paths->zones = cli_alloc(code->n, sizeof(*paths->zones));
	paths->paths = cli_alloc(paths->nzones, sizeof(*paths->paths));
	for (size_t i = 0; i < code->n; i++)
		while (!is_in(&zones[paths->zones[i]], i))
			paths->zones[i]++;
	for (size_t i = 0; i < paths->nzones; i++) {
		struct walk walk = {.graph = &graph,
		    .zones = zones,
		    .zone_of = paths->zones,
		    .zone = i,
		    .nzones = paths->nzones,
		    .path = &paths->paths[i]};

		find_path(&walk);
	}
	for (size_t i = 0; i < paths->nzones; i++)
		release_zone(&zones[i]);
	free(zones);
	free(graph.edges);
	free(graph.first);
	free(graph.starts);
}

void
code_paths_release(struct code_paths *paths)
{
	for (size_t i = 0; i < paths->nzones; i++)
		free(paths->paths[i].list);
	free(paths->zones);
	free(paths->paths);
	*paths = (struct code_paths){.code = NULL};
}
