/* SPDX-License-Identifier: BSD-2-Clause */
/* A context has a number, and its caller has a lower one: so do nodes. */
#include <stdlib.h>

#include "counted.h"
#include "libcli/cli.h"

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
	if (c->functions == NULL)
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

/* Returns the node of a row without a context.  Most of them are of the function
 * of the one before. */
static size_t
find_alone(struct counted *c, const struct cg_record *record)
{
	const struct cg_context alone = {
	    .object = record->object,
	    .def_file = record->def_file,
	    .function = record->function,
	};

	if (c->last.function != NULL &&
	    cg_record_same_function(&c->last, record))
		return c->last_node;
	c->last = *record;
	c->last_node = node_of(add_frame(c, &alone, NULL));
	return c->last_node;
}

void
counted_add(struct counted *c, const struct cg_record *record)
{
	size_t node;

	if (record->kind != CG_COSTS)
		return;
	if (record->context != NULL) {
		node = node_of(context_map_find(&c->map, record->context));
		c->has_stacks = true;
	} else {
		node = find_alone(c, record);
		add_counts(c, c->without, record);
	}
	add_counts(c, c->tree.self + node * c->tree.nevents, record);
}

void
counted_end_profile(struct counted *c)
{
	context_map_forget(&c->map);
	c->last = (struct cg_record){.function = NULL};
}

void
counted_take(struct counted *c, struct stack_tree *tree)
{
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
	*c = (struct counted){.has_stacks = false};
}
