/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The contexts of both profiles are found by number in a list of their own home, and
 * their equals in the other profile by a home that both share.
 */
#include <stdlib.h>

#include "folded_contexts.h"
#include "libcli/cli.h"
#include "libquery/header/folded_stacks.h"

/* A context of one profile, by its number. */
struct place {
	const struct cg_context *context; /* NULL: no row has it */
	size_t shared;                    /* number in the shared home */
	int64_t inclusive;                /* of the first event */
	bool is_folded;
};

/* A context of the shared home. */
struct shared_place {
	bool exists[2];                /* in the old profile, in the new one */
	bool has_below[2], has_own[2]; /* something is folded there */
};

struct folding {
	struct context_map map; /* into the shared home */
	struct shared_place *shared;
	size_t nshared;
	struct places {
		struct side *side;
		struct place *list;
		size_t n;
		int64_t bound; /* of a folded stack */
	} places[2];
};

static const struct cg_context *
share_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct folding *f = arg;

	(void)from;
	return context_map_add(&f->map, changed);
}

static struct shared_place *
shared_of(struct folding *f, const struct cg_context *context)
{
	size_t number = context_map_find(&f->map, context)->number;

	while (f->nshared <= number) {
		f->shared = cli_grow(f->shared, f->nshared, sizeof(*f->shared));
		f->shared[f->nshared++] =
		    (struct shared_place){.exists = {false}};
	}
	return &f->shared[number];
}

/* Adds a context and its callers. */
static struct place *
add_place(struct folding *f, int which, const struct cg_context *context)
{
	struct places *p = &f->places[which];

	while (p->n <= context->number) {
		p->list = cli_grow(p->list, p->n, sizeof(*p->list));
		p->list[p->n++] = (struct place){.context = NULL};
	}
	for (const struct cg_context *c = context;
	     c != NULL && p->list[c->number].context == NULL; c = c->caller) {
		struct shared_place *shared = shared_of(f, c);

		shared->exists[which] = true;
		p->list[c->number].context = c;
		p->list[c->number].shared = (size_t)(shared - f->shared);
	}
	return &p->list[context->number];
}

static void
add_row(struct folding *f, int which, const struct cg_record *row)
{
	struct place *place;
	struct shared_place *shared;

	if (row->target.context != NULL)
		add_place(f, which, row->target.context);
	if (row->context == NULL)
		return;
	place = add_place(f, which, row->context);
	if (row->kind != CG_COSTS && !cg_is_folded(row->kind))
		return;
	if (__builtin_add_overflow(
		place->inclusive, row->counts[0], &place->inclusive))
		place->inclusive = INT64_MAX;
	shared = &f->shared[place->shared];
	shared->has_below[which] |= row->kind == CG_FOLDED_BELOW;
	shared->has_own[which] |= row->kind == CG_FOLDED_OWN;
}

static void
read_side(struct folding *f, int which, struct side *side)
{
	struct places *p = &f->places[which];
	struct cg_record row;

	p->side = side;
	p->bound = folded_stacks_in(cg_reader_header(side->reader));
	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		cg_profile_at(side->rows, i, &row);
		add_row(f, which, &row);
	}
	context_map_forget(&f->map);
	/* callers have lower numbers */
	for (size_t i = p->n; i-- > 0;) {
		const struct cg_context *caller;

		if (p->list[i].context == NULL)
			continue;
		caller = p->list[i].context->caller;
		if (caller != NULL &&
		    __builtin_add_overflow(p->list[caller->number].inclusive,
			p->list[i].inclusive,
			&p->list[caller->number].inclusive))
			p->list[caller->number].inclusive = INT64_MAX;
	}
}

/* Decides which contexts of a side are folded. */
static void
fold(struct folding *f, int which)
{
	struct places *p = &f->places[which];
	int other = 1 - which;

	for (size_t i = 0; i < p->n; i++) {
		struct place *place = &p->list[i];
		const struct place *caller;

		if (place->context == NULL || place->context->caller == NULL)
			continue;
		caller = &p->list[place->context->caller->number];
		place->is_folded =
		    caller->is_folded ||
		    (!f->shared[place->shared].exists[other] &&
			f->shared[caller->shared].has_below[other] &&
			place->inclusive <= f->places[other].bound);
	}
}

/* Returns the place of a context of the side's rows, or NULL for NULL. */
static const struct place *
place_of(const struct places *p, const struct cg_context *context)
{
	return context != NULL && context->number < p->n
		   ? &p->list[context->number]
		   : NULL;
}

static bool
is_folded(const struct places *p, const struct cg_context *context)
{
	const struct place *place = place_of(p, context);

	return place != NULL && place->is_folded;
}

/* Returns the nearest caller that is not folded. */
static const struct cg_context *
caller_of_folded(const struct places *p, const struct cg_context *context)
{
	while (is_folded(p, context))
		context = context->caller;
	return context;
}

static void
put(struct places *p, struct cg_profile *to, const struct cg_record *row)
{
	if (cg_profile_add(to, row) < 0)
		cli_die("%s: %s", p->side->path, p->side->error.text);
}

/* Adds what is folded in or below a context. */
static void
put_folded(struct places *p, struct cg_profile *to, const struct cg_record *row,
    enum cg_kind kind, const struct cg_context *context)
{
	const struct cg_record folded = {
	    .kind = kind,
	    .object = context->object,
	    .def_file = context->def_file,
	    .file = context->def_file,
	    .function = context->function,
	    .host_file = context->host_file,
	    .host = context->host,
	    .context = context,
	    .region = row->region,
	    .counts = row->counts,
	    .target = {.object = "", .file = "", .function = ""},
	};

	put(p, to, &folded);
}

/* Adds a row as it is after folding. */
static void
put_row(const struct folding *f, struct places *p, struct cg_profile *to,
    struct cg_record *row)
{
	const struct place *place = place_of(p, row->context);
	const struct shared_place *shared;

	if (place == NULL) {
		if (is_folded(p, row->target.context))
			row->target.context = NULL;
		put(p, to, row);
		return;
	}
	shared = &f->shared[place->shared];
	if (row->kind == CG_COSTS && !place->is_folded &&
	    (shared->has_own[0] || shared->has_own[1])) {
		put_folded(p, to, row, CG_FOLDED_OWN, row->context);
		row->context = NULL;
	} else if (place->is_folded) {
		if (row->kind == CG_COSTS || cg_is_folded(row->kind))
			put_folded(p, to, row, CG_FOLDED_BELOW,
			    caller_of_folded(p, row->context));
		row->context = NULL;
	}
	if (row->kind == CG_CALL && is_folded(p, row->target.context))
		row->context = row->target.context = NULL;
	if (!cg_is_folded(row->kind) || row->context != NULL)
		put(p, to, row);
}

static void
rewrite(const struct folding *f, int which)
{
	struct places *p = (struct places *)&f->places[which];
	struct side *side = p->side;
	struct cg_profile *to = side_new_rows(side);
	struct cg_record row;

	if (to == NULL)
		cli_die("%s: %s", side->path, side->error.text);
	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		cg_profile_at(side->rows, i, &row);
		put_row(f, p, to, &row);
	}
	cg_profile_free(side->rows);
	side->rows = to;
}

void
folded_contexts_match(struct side *old, struct side *new)
{
	struct folding f = {.nshared = 0};

	if (!old->has_contexts || !new->has_contexts ||
	    (folded_stacks_in(cg_reader_header(old->reader)) == 0 &&
		folded_stacks_in(cg_reader_header(new->reader)) == 0))
		return;
	context_map_init(&f.map, share_frame, &f);
	read_side(&f, 0, old);
	read_side(&f, 1, new);
	for (int which = 0; which < 2; which++) {
		fold(&f, which);
		rewrite(&f, which);
		free(f.places[which].list);
	}
	free(f.shared);
	context_map_release(&f.map);
}
