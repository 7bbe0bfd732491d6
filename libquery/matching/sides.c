/* SPDX-License-Identifier: BSD-2-Clause */
#include "libquery/header/partial.h"
#include "libquery/stacks/folded_match.h"
#include "same_program.h"
#include "sides.h"
#include "unnamed.h"

static void
forget_context(void *unused, struct cg_record *record)
{
	(void)unused;
	record->context = record->target.context = NULL;
}

static struct folded_side
folded_side_of(struct side *s)
{
	return (struct folded_side){
	    .path = s->path,
	    .folded = folded_stacks_in(cg_reader_header(s->reader)),
	    .events = s->header,
	    .rows = s->rows,
	    .has_stacks = s->has_contexts,
	    .error = &s->error,
	};
}

/* Takes out stacks that only one profile has. */
static void
match_contexts(struct side *old, struct side *new)
{
	struct folded_side sides[] = {folded_side_of(old), folded_side_of(new)};
	const struct folded_side *with = folded_unmatched(&sides[0], &sides[1]);

	if (with != NULL)
		side_rewrite(
		    with == &sides[0] ? old : new, forget_context, NULL);
}

static void
sort(struct side *side)
{
	if (cg_profile_sort(side->rows) < 0)
		partial_die(&side->error);
}

static void
sort_both(struct side *old, struct side *new)
{
	sort(old);
	sort(new);
}

void
sides_match_names(struct builds *builds, struct side *old, struct side *new)
{
	if (!new->is_flat) {
		sort_both(old, new);
		same_program_find(builds, old, new);
	}
	if (builds->n > 0 || builds->program != NULL) {
		sort_both(old, new);
		unnamed_join(builds, old, new);
	}
	match_contexts(old, new);
}

void
sides_match_folded(struct side *old, struct side *new)
{
	struct folded_side sides[2];

	sort_both(old, new);
	sides[0] = folded_side_of(old);
	sides[1] = folded_side_of(new);
	folded_match(&sides[0], &sides[1]);
	old->rows = sides[0].rows;
	new->rows = sides[1].rows;
	sort_both(old, new);
}

struct pairs
sides_pairs(const struct side *old, const struct side *new,
    const int64_t *zeros, struct context_map *contexts)
{
	struct pairs pairs = {
	    .old.profile = old->rows, .new.profile = new->rows, .zeros = zeros};

	context_map_init(contexts, NULL, NULL);
	if (old->has_contexts && new->has_contexts)
		pairs.contexts = contexts;
	return pairs;
}
