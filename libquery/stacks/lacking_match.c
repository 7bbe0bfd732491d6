/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Both profiles become one, in which each row has the counts of both.  From the innermost
 * stacks outwards, each stack gives its surplus to its caller: what a row has more in one
 * profile than in the other.  A caller that has folded more in the other profile takes
 * as much, so the nearest possible one does.  If both profiles have a surplus, it takes
 * the same amount of both.  Each event is divided for itself, because what is left over
 * at one caller can be folded at the next one.
 */
#include <stdlib.h>
#include <string.h>

#include "folded_frames.h"
#include "lacking_match.h"
#include "libcli/cli.h"
#include "libquery/events/estimated_cycles.h"
#include "libquery/rank.h"
#include "stack_places.h"

enum {
	EXECUTED, /* columns of a side, after its events */
	TAKEN,
	EXISTS, /* the profile has the row */
	NEXTRA,
};

static const size_t no_row = SIZE_MAX;

/* A row that has a stack. */
struct surplus {
	size_t place;
	size_t next; /* in the list of a place, or no_row */
};

/* Rows whose surplus is not folded yet. */
struct list {
	size_t first, last; /* or no_row */
};

/* What stacks that start with a place have. */
struct stack_surplus {
	struct list own, below; /* of the place, and of longer stacks */
	size_t folded;  /* the row of what the place has folded, or no_row */
	bool has_moved; /* something was folded */
	bool differs;   /* they cost more in one profile, nevertheless */
};

struct lacking {
	struct folded_side *sides[NSIDES];
	int64_t bounds[NSIDES]; /* what a stack can lack */
	size_t n;               /* events */
	size_t width;           /* columns of a side */
	int64_t *weights;
	struct stack_places places;
	struct cg_profile
	    *rows; /* of both; all columns of the old side first */
	struct cg_error error;
	struct surplus *surplus; /* by row */
	int64_t *left;  /* of each row and event, old less new: the surplus */
	int64_t *moved; /* of each row and column: folded, likewise */
	struct stack_surplus *stacks; /* by place */
	/* of each place and event */
	int64_t *folded[NSIDES]; /* in the profile */
	int64_t *given[NSIDES];  /* what it becomes more */
	int64_t *sums[NSIDES];   /* of the surplus in the list */
};

static void
die(const struct lacking *l)
{
	cli_die("%s", l->error.text);
}

/* --- both profiles -------------------------------------------------------- */

static const struct cg_context *
share(struct lacking *l, int side, const struct cg_context *context,
    const char *region)
{
	size_t place;

	if (context == NULL)
		return NULL;
	place = stack_places_find(&l->places, side, context, region);
	return l->places.list[place].context;
}

/* Returns the place of a context of the rows of both. */
static size_t
find_shared(
    struct lacking *l, const struct cg_context *context, const char *region)
{
	return stack_places_find(&l->places, OLD_SIDE, context, region);
}

static void
read_side(struct lacking *l, int side)
{
	const struct cg_profile *rows = l->sides[side]->rows;
	int64_t *counts = cli_alloc(NSIDES * l->width, sizeof(*counts));
	int64_t *own = counts + (size_t)side * l->width;
	struct cg_record row;

	folded_side_sort(l->sides[side]);
	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		memcpy(own, row.counts, l->n * sizeof(*own));
		own[l->n + EXECUTED] = row.executed;
		own[l->n + TAKEN] = row.taken;
		own[l->n + EXISTS] = 1;
		row.executed = row.taken = 0;
		row.counts = counts;
		row.context = share(l, side, row.context, row.region);
		row.target.context =
		    share(l, side, row.target.context, row.region);
		if (cg_profile_add(l->rows, &row) < 0)
			die(l);
	}
	stack_places_forget(&l->places);
	free(counts);
}

/* Returns old less new, or 0 if it does not fit. */
static int64_t
difference(const struct lacking *l, const int64_t *counts, size_t column)
{
	int64_t result;

	return __builtin_sub_overflow(
		   counts[column], counts[l->width + column], &result)
		   ? 0
		   : result;
}

/* Appends rows to a list. */
static void
append(struct lacking *l, struct list *list, struct list rows)
{
	if (rows.first == no_row)
		return;
	if (list->first == no_row)
		list->first = rows.first;
	else
		l->surplus[list->last].next = rows.first;
	list->last = rows.last;
}

/* Makes room for what is known of rows and places. */
static void
make_room(struct lacking *l)
{
	size_t nrows = cg_profile_len(l->rows), nplaces = l->places.n;

	l->surplus = cli_alloc(nrows, sizeof(*l->surplus));
	l->left = cli_alloc(nrows * l->n, sizeof(*l->left));
	l->moved = cli_alloc(nrows * l->width, sizeof(*l->moved));
	l->stacks = cli_alloc(nplaces, sizeof(*l->stacks));
	for (size_t i = 0; i < nplaces; i++)
		l->stacks[i] = (struct stack_surplus){.own = {no_row, no_row},
		    .below = {no_row, no_row},
		    .folded = no_row};
	for (int side = 0; side < NSIDES; side++) {
		l->folded[side] = cli_alloc(nplaces * l->n, sizeof(int64_t));
		l->given[side] = cli_alloc(nplaces * l->n, sizeof(int64_t));
		l->sums[side] = cli_alloc(nplaces * l->n, sizeof(int64_t));
	}
}

/* Takes a row of a place. */
static void
take_row(struct lacking *l, size_t i, const struct cg_record *row, size_t place)
{
	int64_t *left = l->left + i * l->n;

	if (row->kind == CG_FOLDED_BELOW) {
		l->stacks[place].folded = i;
		for (int side = 0; side < NSIDES; side++)
			memcpy(l->folded[side] + place * l->n,
			    row->counts + (size_t)side * l->width,
			    l->n * sizeof(int64_t));
	}
	if (row->kind != CG_COSTS && row->kind != CG_FOLDED_OWN)
		return;
	for (size_t e = 0; e < l->n; e++)
		left[e] = difference(l, row->counts, e);
	if (!are_zero(left, l->n))
		append(l, &l->stacks[place].own, (struct list){i, i});
}

/* Finds the place of each row, and what places have folded. */
static void
take_rows(struct lacking *l)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(l->rows); i++) {
		cg_profile_at(l->rows, i, &row);
		l->surplus[i] = (struct surplus){no_stack_place, no_row};
		if (row.context == NULL)
			continue;
		l->surplus[i].place = find_shared(l, row.context, row.region);
		take_row(l, i, &row, l->surplus[i].place);
	}
}

/* --- dividing ------------------------------------------------------------- */

/* The side that a surplus is of. */
static int
side_of(int64_t surplus)
{
	return surplus > 0 ? OLD_SIDE : NEW_SIDE;
}

static int64_t
size_of(int64_t surplus)
{
	return surplus > 0 ? surplus : -surplus;
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* True if the other profile can lack the surplus of a side. */
static bool
may_lack(const struct lacking *l, int side, const int64_t *sums)
{
	int64_t bound = l->bounds[1 - side];
	__int128 cost = 0;

	for (size_t e = 0; e < l->n; e++)
		cost += (__int128)l->weights[e] * sums[e];
	return bound > 0 && cost <= bound;
}

/* Gives up the surplus of a side of a row: it is a change. */
static void
give_up(const struct lacking *l, int side, size_t row)
{
	int64_t *left = l->left + row * l->n;

	for (size_t e = 0; e < l->n; e++)
		if (side_of(left[e]) == side)
			left[e] = 0;
}

static void
add_sum(int64_t *sum, int64_t size)
{
	if (__builtin_add_overflow(*sum, size, sum))
		*sum = INT64_MAX;
}

/* Folds as much of each event as `taken` says, of the first rows of the list that have
 * some. */
static void
fold_rows(struct lacking *l, struct list *list, int64_t *const taken[NSIDES])
{
	size_t last = no_row;

	for (size_t row = list->first, next; row != no_row; row = next) {
		int64_t *left = l->left + row * l->n;

		next = l->surplus[row].next;
		for (size_t e = 0; e < l->n; e++) {
			int side = side_of(left[e]);
			int64_t amount =
			    least(size_of(left[e]), taken[side][e]);

			taken[side][e] -= amount;
			amount = side == OLD_SIDE ? amount : -amount;
			left[e] -= amount;
			l->moved[row * l->width + e] += amount;
		}
		if (!are_zero(left, l->n)) {
			last = row;
			continue;
		}
		/* it leaves the list */
		if (last == no_row)
			list->first = next;
		else
			l->surplus[last].next = next;
	}
	list->last = last;
}

/* Decides how much of each event a place takes of the surplus below it. */
static void
choose_amounts(
    const struct lacking *l, size_t place, int64_t *const taken[NSIDES])
{
	for (size_t e = 0; e < l->n; e++) {
		size_t at = place * l->n + e;
		int64_t old = l->folded[OLD_SIDE][at];
		int64_t new = l->folded[NEW_SIDE][at];
		int64_t more = least(old, new) < 0 ? 0 : new - old;
		int64_t both;

		taken[OLD_SIDE][e] = taken[NEW_SIDE][e] = 0;
		taken[side_of(more)][e] =
		    least(size_of(more), l->sums[side_of(more)][at]);
		both = least(l->sums[OLD_SIDE][at] - taken[OLD_SIDE][e],
		    l->sums[NEW_SIDE][at] - taken[NEW_SIDE][e]);
		both = least(both, least(old, new));
		if (both <= 0)
			continue;
		taken[OLD_SIDE][e] += both;
		taken[NEW_SIDE][e] += both;
	}
}

/* Folds what a place takes. */
static void
take_surplus(struct lacking *l, size_t place, int64_t *const taken[NSIDES])
{
	bool takes = false;

	choose_amounts(l, place, taken);
	for (int side = 0; side < NSIDES; side++) {
		takes |= !are_zero(taken[side], l->n);
		for (size_t e = 0; e < l->n; e++) {
			l->given[side][place * l->n + e] += taken[side][e];
			l->sums[side][place * l->n + e] -= taken[side][e];
		}
	}
	l->stacks[place].has_moved |= takes;
	if (takes)
		fold_rows(l, &l->stacks[place].below, taken);
}

/* Gives up the surplus of a side of all rows in a list, whose sums these are, if the
 * other profile cannot lack it. */
static void
judge(struct lacking *l, int side, const struct list *list, int64_t *sums)
{
	if (may_lack(l, side, sums))
		return;
	for (size_t row = list->first; row != no_row;
	     row = l->surplus[row].next)
		give_up(l, side, row);
	memset(sums, 0, l->n * sizeof(*sums));
}

/* Adds up the surplus of each side of the rows in a list. */
static void
add_up(const struct lacking *l, const struct list *list,
    int64_t *const sums[NSIDES])
{
	for (size_t row = list->first; row != no_row;
	     row = l->surplus[row].next)
		for (size_t e = 0; e < l->n; e++) {
			int64_t left = l->left[row * l->n + e];

			add_sum(&sums[side_of(left)][e], size_of(left));
		}
}

/* Makes what the place itself has folded more in one profile a surplus: it can be folded
 * at a caller in the other one. */
static void
add_folded(struct lacking *l, size_t place)
{
	struct stack_surplus *stack = &l->stacks[place];
	size_t at = place * l->n;
	int64_t *left;

	if (stack->folded == no_row)
		return;
	left = l->left + stack->folded * l->n;
	for (size_t e = 0; e < l->n; e++)
		left[e] =
		    l->folded[OLD_SIDE][at + e] + l->given[OLD_SIDE][at + e] -
		    l->folded[NEW_SIDE][at + e] - l->given[NEW_SIDE][at + e];
	append(l, &stack->own, (struct list){stack->folded, stack->folded});
}

/* Divides the surplus of a place.  What is left goes to its caller. */
static void
divide(struct lacking *l, size_t place, int64_t *const sums[NSIDES])
{
	struct stack_surplus *stack = &l->stacks[place];
	size_t caller = l->places.list[place].caller, at = place * l->n;

	take_surplus(l, place, sums);
	if (caller == no_stack_place)
		return;
	for (int side = 0; side < NSIDES; side++)
		memset(sums[side], 0, l->n * sizeof(*sums[side]));
	add_folded(l, place);
	add_up(l, &stack->own, sums);
	for (int side = 0; side < NSIDES; side++)
		judge(l, side, &stack->own, sums[side]);
	append(l, &stack->below, stack->own);
	for (int side = 0; side < NSIDES; side++) {
		int64_t *all = l->sums[side] + at;

		for (size_t e = 0; e < l->n; e++)
			add_sum(&all[e], sums[side][e]);
		judge(l, side, &stack->below, all);
		for (size_t e = 0; e < l->n; e++)
			add_sum(&l->sums[side][caller * l->n + e], all[e]);
	}
	append(l, &l->stacks[caller].below, stack->below);
}

static void
divide_all(struct lacking *l)
{
	int64_t *both = cli_alloc(NSIDES * l->n, sizeof(*both));
	int64_t *const sums[NSIDES] = {both, both + l->n};

	for (size_t place = l->places.n; place-- > 0;)
		divide(l, place, sums);
	free(both);
}

/* --- calls and jumps ------------------------------------------------------ */

/* Finds the places whose stacks cost as much in both profiles, after something was folded
 * there. */
static void
compare_places(struct lacking *l)
{
	int64_t *rest = l->sums[OLD_SIDE]; /* not needed any more */
	struct cg_record row;

	memset(rest, 0, l->places.n * l->n * sizeof(*rest));
	for (size_t i = 0; i < cg_profile_len(l->rows); i++) {
		size_t place = l->surplus[i].place;

		cg_profile_at(l->rows, i, &row);
		if (place == no_stack_place ||
		    (row.kind != CG_COSTS && !cg_is_folded(row.kind)))
			continue;
		for (size_t e = 0; e < l->n; e++) {
			int64_t moved = l->moved[i * l->width + e];

			rest[place * l->n + e] +=
			    difference(l, row.counts, e) - moved;
			l->stacks[place].has_moved |= moved != 0;
		}
	}
	for (size_t i = l->places.n; i-- > 0;) {
		size_t caller = l->places.list[i].caller, at = i * l->n;

		for (size_t e = 0; e < l->n; e++) {
			rest[at + e] += l->given[OLD_SIDE][at + e] -
					l->given[NEW_SIDE][at + e];
			if (caller != no_stack_place)
				rest[caller * l->n + e] += rest[at + e];
		}
		l->stacks[i].differs = !are_zero(&rest[at], l->n);
		if (caller != no_stack_place)
			l->stacks[caller].has_moved |= l->stacks[i].has_moved;
	}
}

/* Moves the calls of stacks that only lack calls to functions, and likewise jumps in
 * them. */
static void
move_calls(struct lacking *l)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(l->rows); i++) {
		const struct cg_context *context;
		const struct stack_surplus *stack;

		cg_profile_at(l->rows, i, &row);
		context =
		    row.kind == CG_CALL ? row.target.context : row.context;
		if (row.kind == CG_COSTS || cg_is_folded(row.kind) ||
		    context == NULL || row.context == NULL)
			continue;
		stack = &l->stacks[find_shared(l, context, row.region)];
		for (size_t e = 0; e < l->n + EXISTS; e++)
			if (stack->has_moved && !stack->differs)
				l->moved[i * l->width + e] =
				    difference(l, row.counts, e);
	}
}

/* --- the result ----------------------------------------------------------- */

/* Puts the row of a side without what is folded of it, and this without a context. */
static void
put_row(struct lacking *l, int side, struct cg_profile *to, size_t i,
    int64_t *counts)
{
	const int64_t *moved = l->moved + i * l->width, *own;
	int64_t *rest = counts, *folded = counts + l->width;
	struct cg_record row;

	cg_profile_at(l->rows, i, &row);
	own = row.counts + (size_t)side * l->width;
	for (size_t e = 0; e < l->width; e++) {
		folded[e] = side_of(moved[e]) == side ? size_of(moved[e]) : 0;
		rest[e] = own[e] - folded[e];
	}
	/* of what is folded, the rest may follow */
	if (own[l->n + EXISTS] == 0 && are_zero(rest, l->width))
		return;
	row.counts = rest;
	row.executed = rest[l->n + EXECUTED];
	row.taken = rest[l->n + TAKEN];
	folded_side_put(l->sides[side], to, &row);
	if (are_zero(folded, l->width) || cg_is_folded(row.kind))
		return;
	row.context = row.target.context = NULL;
	row.counts = folded;
	row.executed = folded[l->n + EXECUTED];
	row.taken = folded[l->n + TAKEN];
	folded_side_put(l->sides[side], to, &row);
}

static void
rewrite(struct lacking *l, int which)
{
	struct folded_side *side = l->sides[which];
	struct cg_profile *to = folded_side_new_rows(side);
	int64_t *counts = cli_alloc(NSIDES * l->width, sizeof(*counts));

	for (size_t i = 0; i < cg_profile_len(l->rows); i++)
		put_row(l, which, to, i, counts);
	for (size_t i = 0; i < l->places.n; i++) {
		const struct stack_place *place = &l->places.list[i];
		const int64_t *given = l->given[which] + i * l->n;
		const struct cg_record row = folded_row(
		    CG_FOLDED_BELOW, place->context, place->region, given);

		if (!are_zero(given, l->n))
			folded_side_put(side, to, &row);
	}
	free(counts);
	cg_profile_free(side->rows);
	side->rows = to;
}

static void
release(struct lacking *l)
{
	for (int side = 0; side < NSIDES; side++) {
		free(l->folded[side]);
		free(l->given[side]);
		free(l->sums[side]);
	}
	free(l->surplus);
	free(l->left);
	free(l->moved);
	free(l->stacks);
	free(l->weights);
	cg_profile_free(l->rows);
	stack_places_release(&l->places);
}

void
lacking_match(struct folded_side *old, struct folded_side *new)
{
	struct lacking l = {
	    .sides = {old, new},
	    .bounds = {old->folded.lacking, new->folded.lacking},
	    .n = old->events->nevents,
	    .width = old->events->nevents + NEXTRA,
	};

	if (l.bounds[OLD_SIDE] == 0 && l.bounds[NEW_SIDE] == 0)
		return;
	stack_places_init(&l.places);
	l.weights = estimated_cycles_weights(old->events);
	l.rows = cg_profile_new(NSIDES * l.width, &l.error);
	if (l.rows == NULL)
		die(&l);
	read_side(&l, OLD_SIDE);
	read_side(&l, NEW_SIDE);
	if (cg_profile_sort(l.rows) < 0)
		die(&l);
	make_room(&l);
	take_rows(&l);
	divide_all(&l);
	compare_places(&l);
	move_calls(&l);
	rewrite(&l, OLD_SIDE);
	rewrite(&l, NEW_SIDE);
	release(&l);
}
