/* SPDX-License-Identifier: BSD-2-Clause */
/* A context has a number, and its caller has a lower one: so do nodes. */
#include <stdlib.h>

#include "counted.h"
#include "folded_frames.h"
#include "libcli/cli.h"
#include "libquery/rank.h"

/* Returns the frame of the tree for a function. */
static size_t
find_frame(struct counted *c, const struct cg_context *context)
{
	struct cg_context names = *context;
	const struct cg_context *function;
	struct cg_record row = {
	    .object = context->object,
	    .def_file = context->def_file,
	    .function = context->function,
	    .host = context->host,
	};

	names.caller = NULL;
	/* a frame says only that it is inlined */
	names.host_file = names.host = context->host != NULL ? "" : NULL;
	function = cg_contexts_add(c->functions, &names);
	if (function == NULL)
		cli_die("%s", c->error.text);
	return function->number < c->tree.nframes
		   ? function->number
		   : stack_tree_frame(&c->tree, &row);
}

/* the number of a context's node; the root has the number 0 */
static size_t
node_of(const struct cg_context *context)
{
	return context != NULL ? (size_t)context->number + 1 : 0;
}

/* Adds the context of a frame, wherever it was called, and its node. */
static const struct cg_context *
add_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct counted *c = arg;
	struct cg_context frame = *changed;
	const struct cg_context *context;

	(void)from;
	frame.address = 0;
	frame.line = 0;
	if (c->joins_inlined)
		frame.host_file = frame.host = NULL;
	context = context_map_add(&c->map, &frame);
	if (node_of(context) == c->tree.n)
		stack_tree_add(
		    &c->tree, node_of(context->caller), find_frame(c, context));
	return context;
}

void
counted_init(struct counted *c, size_t nevents)
{
	*c = (struct counted){.has_stacks = false};
	context_map_init(&c->map, add_frame, c);
	c->functions = cg_contexts_new(&c->error);
	c->alone = cg_profile_new(nevents, &c->error);
	if (c->functions == NULL || c->alone == NULL)
		cli_die("%s", c->error.text);
	stack_tree_init(&c->tree, nevents);
	c->without = cli_alloc(nevents, sizeof(*c->without));
}

static void
add_counts(struct counted *c, int64_t *to, const struct cg_record *record)
{
	if (cg_counts_add(to, record->counts, c->tree.nevents) <
	    c->tree.nevents)
		cli_die("the cost of a stack of %s does not fit in 64 bits",
		    record->function);
}

static int64_t *
self_of(struct counted *c, const struct cg_context *context)
{
	return c->tree.self + node_of(context) * c->tree.nevents;
}

/* Adds the row of a function without a context. */
static void
add_alone(struct counted *c, const struct cg_record *record)
{
	const struct cg_record function = {
	    .kind = CG_COSTS,
	    .object = record->object,
	    .def_file = record->def_file,
	    .file = record->def_file,
	    .function = record->function,
	    .counts = record->counts,
	};

	add_counts(c, c->without, record);
	if (cg_profile_add(c->alone, &function) < 0)
		cli_die("%s", c->error.text);
}

/* Returns the node of what is folded in or below a context. */
static const struct cg_context *
place_of_folded(struct counted *c, const struct cg_record *record)
{
	const struct cg_context frame =
	    folded_frame(context_map_find(&c->map, record->context));

	return record->kind == CG_FOLDED_OWN ? frame.caller
					     : add_frame(c, &frame, NULL);
}

/* Adds what is folded, which rows without a context have, too. */
static void
add_folded(struct counted *c, const struct cg_record *record)
{
	add_counts(c, self_of(c, place_of_folded(c, record)), record);
	folded_subtract(c->without, record, c->tree.nevents);
	c->has_folded = true;
}

void
counted_add(struct counted *c, const struct cg_record *record)
{
	if (record->context == NULL) {
		if (record->kind == CG_COSTS)
			add_alone(c, record);
		return;
	}
	c->has_stacks |= record->kind == CG_COSTS || cg_is_folded(record->kind);
	if (record->kind == CG_COSTS)
		add_counts(c,
		    self_of(c, context_map_find(&c->map, record->context)),
		    record);
	else if (cg_is_folded(record->kind))
		add_folded(c, record);
}

void
counted_end_profile(struct counted *c)
{
	context_map_forget(&c->map);
}

/* Makes stacks of the functions without a context. */
static void
place_alone(struct counted *c)
{
	struct cg_record row;

	if (cg_profile_sort(c->alone) < 0)
		cli_die("%s", c->error.text);
	for (size_t i = 0; i < cg_profile_len(c->alone); i++) {
		struct cg_context frame;

		cg_profile_at(c->alone, i, &row);
		frame = (struct cg_context){
		    .object = row.object,
		    .def_file = row.def_file,
		    .function = row.function,
		};
		add_counts(c, self_of(c, add_frame(c, &frame, NULL)), &row);
	}
}

/* Makes one stack of them, because it is not known which ones are folded. */
static void
place_rest(struct counted *c)
{
	const struct cg_context frame = rest_frame();
	const struct cg_record rest = {
	    .function = frame.function,
	    .counts = c->without,
	};

	if (!are_zero(c->without, c->tree.nevents))
		add_counts(c, self_of(c, add_frame(c, &frame, NULL)), &rest);
}

void
counted_take(struct counted *c, struct stack_tree *tree)
{
	if (c->has_folded)
		place_rest(c);
	else
		place_alone(c);
	*tree = c->tree;
	stack_tree_init(&c->tree, 0);
	counted_release(c);
}

void
counted_release(struct counted *c)
{
	context_map_release(&c->map);
	cg_contexts_free(c->functions);
	stack_tree_release(&c->tree);
	free(c->without);
	cg_profile_free(c->alone);
	*c = (struct counted){.has_stacks = false};
}
