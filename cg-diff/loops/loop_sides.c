/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A loop of the source is one, wherever it was inlined: builds inline differently.  So all loops
 * with jumps back of one line of one function are added up.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/cycle_model.h"
#include "libquery/loops/loop_bound.h"
#include "loop_pairs.h"
#include "loop_sides.h"

const char *const loop_events[NLOOP_EVENTS] = {"Ir", "Cy", "Fl", "FlV"};

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

int64_t
loop_count(const struct compared_loop *loop, enum loop_event event)
{
	return loop != NULL ? loop->sum.own[event] : 0;
}

static void
add_counts(int64_t *to, const int64_t *counts, size_t n)
{
	if (cg_counts_add(to, counts, n) < n)
		cli_die("the cost of a loop does not fit in 64 bits");
}

/* --- loops of the machine code ---------------------------------------------- */

static void
find_events(struct loop_side *s, const struct code_side *code)
{
	const struct cg_header *header = cg_reader_header(code->reader);
	const int64_t *totals = cg_reader_summary(code->reader);

	s->header = header;
	if (totals == NULL)
		totals = cg_reader_totals(code->reader);
	for (size_t i = 0; i < NLOOP_EVENTS; i++) {
		s->events[i] = cg_header_event(
		    header, loop_events[i], strlen(loop_events[i]));
		if (s->events[i] >= 0)
			s->totals[i] = totals[s->events[i]];
	}
	if (!code->rows.has_jumps)
		cli_die("%s: expected jumps, for --loops, as cg-collect "
			"--loops records them, found none",
		    code->path);
}

static void
find_loops(struct loop_side *s, const struct code_side *code,
    const pcre2_code *pattern)
{
	const struct code_rows *rows = &code->rows;
	struct call_rings rings;

	call_rings_init(&rings, rows);
	s->functions = cli_alloc(rows->nfunctions, sizeof(*s->functions));
	for (size_t i = 0; i < rows->nfunctions; i++) {
		struct function_loops *loops = &s->functions[s->nfunctions];

		if (!code_rows_match(rows, &rows->functions[i], pattern))
			continue;
		s->nmatching++;
		function_loops_find(
		    loops, rows, &rows->functions[i], &rings, s->header);
		s->nfunctions += loops->n > 0;
	}
	call_rings_release(&rings);
	s->rows = loop_copies_join(
	    s->functions, s->nfunctions, rows->nevents, &s->nrows);
}

/* Takes what is in loops from the totals. */
static void
find_outside(struct loop_side *s)
{
	for (size_t i = 0; i < NLOOP_EVENTS; i++) {
		s->outside[i] = s->totals[i];
		for (size_t j = 0; s->events[i] >= 0 && j < s->nrows; j++)
			if (s->rows[j].parent == NO_LOOP &&
			    __builtin_sub_overflow(s->outside[i],
				s->rows[j].own[s->events[i]], &s->outside[i]))
				cli_die("the cost outside of loops does not "
					"fit in 64 bits");
	}
}

/* --- loops of the source ---------------------------------------------------- */

static int
compare_rows(const struct loop_row *a, const struct loop_row *b)
{
	const struct function_loop *x = a->first, *y = b->first;
	int order = strcmp(x->function, y->function);

	if (order == 0)
		order = strcmp(x->file, y->file);
	if (order == 0)
		order = ORDER(x->jump_line, y->jump_line);
	if (order == 0 && x->jump_line == 0)
		order = strcmp(a->host->object, b->host->object);
	if (order == 0 && x->jump_line == 0)
		order = ORDER(x->first, y->first);
	return order;
}

static int
compare(const void *a, const void *b)
{
	const struct loop_row *const *x = a, *const *y = b;
	int order = compare_rows(*x, *y);

	return order != 0 ? order : ORDER(*x, *y);
}

/* True if a row is in another one of its loop, which has its costs: a function that is inlined into
 * itself. */
static bool
is_in_itself(const struct loop_side *s, const size_t *loop_of,
    const struct loop_row *row)
{
	size_t loop = loop_of[row - s->rows];

	for (size_t i = row->parent; i != NO_LOOP; i = s->rows[i].parent)
		if (loop_of[i] == loop)
			return true;
	return false;
}

static void
add_row(struct compared_loop *loop, const struct loop_side *s,
    const struct loop_row *row, bool has_costs)
{
	struct loop_row *sum = &loop->sum;

	sum->ncopies += row->ncopies;
	if (row->nheads > sum->nheads)
		sum->nheads = row->nheads;
	sum->is_recursive |= row->is_recursive;
	loop->is_estimated |= loop_is_estimated(row, s->header);
	add_counts(&sum->entered, &row->entered, 1);
	add_counts(&sum->rounds, &row->rounds, 1);
	if (row->first_line != 0 &&
	    (sum->first_line == 0 || row->first_line < sum->first_line))
		sum->first_line = row->first_line;
	if (row->last_line > sum->last_line)
		sum->last_line = row->last_line;
	for (size_t i = 0; has_costs && i < NLOOP_EVENTS; i++)
		if (s->events[i] >= 0)
			add_counts(&sum->own[i], &row->own[s->events[i]], 1);
}

/* Adds up the rows of each loop of the source. */
static void
join(struct loop_side *s)
{
	const struct loop_row **order = cli_alloc(s->nrows, sizeof(*order));
	size_t *loop_of = cli_alloc(s->nrows, sizeof(*loop_of));

	for (size_t i = 0; i < s->nrows; i++)
		order[i] = &s->rows[i];
	if (s->nrows > 1)
		qsort(order, s->nrows, sizeof(*order), compare);
	s->list = cli_alloc(s->nrows, sizeof(*s->list));
	for (size_t i = 0; i < s->nrows; i++) {
		if (i == 0 || compare_rows(order[i - 1], order[i]) != 0) {
			struct loop_row *sum = &s->list[s->n++].sum;

			*sum = (struct loop_row){.depth = order[i]->depth,
			    .host = order[i]->host,
			    .first = order[i]->first};
			sum->own = cli_alloc(NLOOP_EVENTS, sizeof(*sum->own));
		}
		loop_of[order[i] - s->rows] = s->n - 1;
	}
	for (size_t i = 0; i < s->nrows; i++)
		add_row(&s->list[loop_of[i]], s, &s->rows[i],
		    !is_in_itself(s, loop_of, &s->rows[i]));
	free(order);
	free(loop_of);
}

/* True if both profiles have the object in the same build. */
static bool
is_same_build(const struct code_sides *sides, const char *object)
{
	const char *old = build_ids_find(&sides->old.build_ids, object);
	const char *new = build_ids_find(&sides->new.build_ids, object);

	return old != NULL && new != NULL &&strcmp(old, new) == 0;
}

/* Finds what the loops are paired by; map: from the lines of the side to those of the new source;
 * NULL: they are these. */
static void
find_places(
    struct loop_side *s, const struct code_sides *sides, struct line_map *map)
{
	for (size_t i = 0; i < s->n; i++) {
		struct compared_loop *loop = &s->list[i];
		const struct function_loop *first = loop->sum.first;

		loop->lines[0] = first->jump_line;
		loop->lines[1] = loop->sum.first_line;
		loop->lines[2] = loop->sum.last_line;
		for (size_t j = 0; map != NULL && j < 3; j++)
			loop->lines[j] =
			    line_map_new_line(map, first->file, loop->lines[j]);
		if (first->jump_line == 0 &&
		    is_same_build(sides, loop->sum.host->object))
			loop->address = first->first;
	}
}

/* --- order ------------------------------------------------------------------ */

static bool
is_changed(const struct loop_sides *s, const struct loop_pair *pair)
{
	if (pair->old == NULL || pair->new == NULL ||
	    pair->old->sum.rounds != pair->new->sum.rounds)
		return true;
	for (enum loop_event i = 0; i < NLOOP_EVENTS; i++)
		if (s->has_event[i] &&
		    loop_count(pair->old, i) != loop_count(pair->new, i))
			return true;
	return false;
}

struct ranked_pair {
	struct loop_pair pair;
	unsigned __int128 change;
	size_t number;
};

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked_pair *x = a, *y = b;

	if (x->change != y->change)
		return x->change > y->change ? -1 : 1;
	/* pairs were made in the order of their names */
	return ORDER(x->number, y->number);
}

/* Keeps what changed, in order. */
static void
rank(struct loop_sides *s)
{
	struct ranked_pair *ranked = cli_alloc(s->n, sizeof(*ranked));
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		__int128 change =
		    (__int128)loop_count(s->list[i].new, s->deciding) -
		    loop_count(s->list[i].old, s->deciding);

		if (is_changed(s, &s->list[i]))
			ranked[n++] = (struct ranked_pair){s->list[i],
			    (unsigned __int128)(change < 0 ? -change : change),
			    i};
	}
	if (n > 1)
		qsort(ranked, n, sizeof(*ranked), compare_ranked);
	for (size_t i = 0; i < n; i++)
		s->list[i] = ranked[i].pair;
	s->n = n;
	free(ranked);
}

/* --- both ------------------------------------------------------------------- */

static void
compare_events(struct loop_sides *s)
{
	const struct code_side *lacking =
	    s->old.events[LOOP_CY] < 0 ? &s->code.old : &s->code.new;

	for (size_t i = 0; i < NLOOP_EVENTS; i++)
		s->has_event[i] =
		    s->old.events[i] >= 0 && s->new.events[i] >= 0;
	s->has_event[LOOP_FL] &= s->has_event[LOOP_FLV];
	if (s->has_event[LOOP_CY]) {
		s->deciding = LOOP_CY;
		cycle_model_demand_same(cg_reader_header(s->code.old.reader),
		    s->code.old.path, cg_reader_header(s->code.new.reader),
		    s->code.new.path);
	} else if (s->old.events[LOOP_CY] >= 0 || s->new.events[LOOP_CY] >= 0) {
		cli_warn(
		    "%s has no Cy: loops are compared by Ir", lacking->path);
	}
}

void
loop_sides_read(struct loop_sides *s, const struct code_sides_request *request,
    struct line_map *lines)
{
	*s = (struct loop_sides){.deciding = LOOP_IR};
	code_sides_read(&s->code, request);
	find_events(&s->old, &s->code.old);
	find_events(&s->new, &s->code.new);
	compare_events(s);
	find_loops(&s->old, &s->code.old, request->pattern);
	find_loops(&s->new, &s->code.new, request->pattern);
	find_outside(&s->old);
	find_outside(&s->new);
	join(&s->old);
	join(&s->new);
	find_places(&s->old, &s->code, lines->old_dir != NULL ? lines : NULL);
	find_places(&s->new, &s->code, NULL);
	loop_pairs_make(s);
	rank(s);
}

static void
release_side(struct loop_side *s)
{
	for (size_t i = 0; i < s->n; i++)
		loop_row_release(&s->list[i].sum);
	for (size_t i = 0; i < s->nrows; i++)
		loop_row_release(&s->rows[i]);
	for (size_t i = 0; i < s->nfunctions; i++)
		function_loops_release(&s->functions[i]);
	free(s->list);
	free(s->rows);
	free(s->functions);
}

void
loop_sides_release(struct loop_sides *s)
{
	release_side(&s->old);
	release_side(&s->new);
	free(s->list);
	code_sides_release(&s->code);
}
