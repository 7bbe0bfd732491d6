/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "folded_frames.h"
#include "folded_match.h"
#include "lacking_match.h"
#include "libcli/cli.h"
#include "libquery/events/estimated_cycles.h"
#include "stack_places.h"

/* A stack in one profile. */
struct fold {
	__int128 cost;           /* CEst, with all that is below it */
	bool has_below, has_own; /* something is folded there */
	bool is_folded;
};

struct matching {
	struct folded_side *sides[NSIDES];
	struct stack_places places;
	struct fold *folds[NSIDES]; /* by place */
	size_t nfolds;
	int64_t *weights; /* of each event in CEst */
};

static void
make_folds(struct matching *m)
{
	for (; m->nfolds < m->places.n; m->nfolds++)
		for (int side = 0; side < NSIDES; side++) {
			m->folds[side] = cli_grow(
			    m->folds[side], m->nfolds, sizeof(**m->folds));
			m->folds[side][m->nfolds] =
			    (struct fold){.is_folded = false};
		}
}

static size_t
find_place(struct matching *m, int side, const struct cg_context *context,
    const char *region)
{
	size_t place = stack_places_find(&m->places, side, context, region);

	make_folds(m);
	return place;
}

/* Adds a row to its stack. */
static void
add_row(struct matching *m, int side, const struct cg_record *row)
{
	struct fold *fold;
	size_t place;

	if (row->target.context != NULL)
		find_place(m, side, row->target.context, row->region);
	if (row->context == NULL)
		return;
	place = find_place(m, side, row->context, row->region);
	fold = &m->folds[side][place];
	if (row->kind != CG_COSTS && !cg_is_folded(row->kind))
		return;
	for (size_t e = 0; e < m->sides[side]->events->nevents; e++)
		fold->cost += (__int128)m->weights[e] * row->counts[e];
	fold->has_below |= row->kind == CG_FOLDED_BELOW;
	fold->has_own |= row->kind == CG_FOLDED_OWN;
}

static void
read_side(struct matching *m, int side)
{
	const struct cg_profile *rows = m->sides[side]->rows;
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(rows); i++) {
		cg_profile_at(rows, i, &row);
		add_row(m, side, &row);
	}
	stack_places_forget(&m->places);
}

static void
add_up(struct matching *m, int side)
{
	for (size_t i = m->places.n; i-- > 0;) {
		size_t caller = m->places.list[i].caller;

		if (caller != no_stack_place)
			m->folds[side][caller].cost += m->folds[side][i].cost;
	}
}

/* Decides which stacks of a side are folded. */
static void
fold(struct matching *m, int side)
{
	int other = 1 - side;
	int64_t bound = m->sides[other]->folded.most;

	for (size_t i = 0; i < m->places.n; i++) {
		const struct stack_place *place = &m->places.list[i];
		struct fold *own = &m->folds[side][i];

		if (place->caller == no_stack_place)
			continue;
		own->is_folded = m->folds[side][place->caller].is_folded ||
				 (!place->exists[other] &&
				     m->folds[other][place->caller].has_below &&
				     own->cost <= bound);
	}
}

/* Returns the nearest caller that is not folded; an outermost frame never is. */
static size_t
caller_of_folded(const struct matching *m, int side, size_t place)
{
	while (m->folds[side][place].is_folded)
		place = m->places.list[place].caller;
	return place;
}

/* Adds what is folded in or below a stack. */
static void
put_folded(struct matching *m, int side, struct cg_profile *to,
    const struct cg_record *row, enum cg_kind kind, size_t place)
{
	const struct cg_record folded = folded_row(
	    kind, m->places.list[place].context, row->region, row->counts);

	folded_side_put(m->sides[side], to, &folded);
}

/* Makes the target of a call the shared context, or none if it is folded. */
static void
take_target(struct matching *m, int side, struct cg_record *row)
{
	size_t target;

	if (row->target.context == NULL)
		return;
	target = find_place(m, side, row->target.context, row->region);
	row->target.context = m->places.list[target].context;
	if (!m->folds[side][target].is_folded)
		return;
	row->target.context = NULL;
	if (row->kind == CG_CALL)
		row->context = NULL;
}

/* Adds a row as it is after folding. */
static void
put_row(
    struct matching *m, int side, struct cg_profile *to, struct cg_record *row)
{
	size_t place = no_stack_place;
	bool is_folded = false, has_own = false;

	if (row->context != NULL) {
		place = find_place(m, side, row->context, row->region);
		is_folded = m->folds[side][place].is_folded;
		has_own = m->folds[OLD_SIDE][place].has_own ||
			  m->folds[NEW_SIDE][place].has_own;
		row->context = is_folded ? NULL : m->places.list[place].context;
	}
	if (is_folded && (row->kind == CG_COSTS || cg_is_folded(row->kind))) {
		put_folded(m, side, to, row, CG_FOLDED_BELOW,
		    caller_of_folded(m, side, place));
	} else if (row->kind == CG_COSTS && has_own) {
		put_folded(m, side, to, row, CG_FOLDED_OWN, place);
		row->context = NULL;
	}
	take_target(m, side, row);
	if (!cg_is_folded(row->kind) || row->context != NULL)
		folded_side_put(m->sides[side], to, row);
}

static void
rewrite(struct matching *m, int which)
{
	struct folded_side *side = m->sides[which];
	struct cg_profile *to = folded_side_new_rows(side);
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		cg_profile_at(side->rows, i, &row);
		put_row(m, which, to, &row);
	}
	stack_places_forget(&m->places);
	cg_profile_free(side->rows);
	side->rows = to;
}

struct folded_side *
folded_unmatched(struct folded_side *old, struct folded_side *new)
{
	struct folded_side *with = old->has_stacks ? old : new;
	struct folded_side *without = old->has_stacks ? new : old;

	if (old->has_stacks == new->has_stacks)
		return NULL;
	cli_warn("%s has stacks of calls and %s has none: they are not "
		 "compared",
	    with->path, without->path);
	return with;
}

void
folded_match(struct folded_side *old, struct folded_side *new)
{
	struct matching m = {.sides = {old, new}};

	if (!old->has_stacks || !new->has_stacks ||
	    (old->folded.most == 0 && new->folded.most == 0))
		return;
	stack_places_init(&m.places);
	m.weights = estimated_cycles_weights(old->events);
	read_side(&m, OLD_SIDE);
	read_side(&m, NEW_SIDE);
	for (int side = 0; side < NSIDES; side++) {
		add_up(&m, side);
		fold(&m, side);
	}
	rewrite(&m, OLD_SIDE);
	rewrite(&m, NEW_SIDE);
	free(m.folds[OLD_SIDE]);
	free(m.folds[NEW_SIDE]);
	free(m.weights);
	stack_places_release(&m.places);
	lacking_match(old, new);
}
