/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The innermost function stays, so that each function has its own cost.  The frames
 * cut are the inner ones, because outer ones are on more stacks: recursion becomes
 * a few stacks, however deep it is.
 */
#include "deep_stacks.h"
#include "libcli/cli.h"

enum {
	MOST_FRAMES = 500,
	KEPT_FRAMES = MOST_FRAMES - 2, /* above the mark and the innermost */
};

static const char mark[] = "(frames cut)";

static const struct cg_context *
cut_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct deep_stacks *deep = arg;
	struct cg_context innermost = *changed;
	struct cg_context cut = {
	    .object = "", .def_file = mark, .function = mark};

	if (from->depth <= MOST_FRAMES)
		return context_map_add(&deep->map, changed);
	for (cut.caller = changed->caller; cut.caller->depth > KEPT_FRAMES;
	     cut.caller = cut.caller->caller)
		cut.line = cut.caller->line;
	innermost.caller = context_map_add(&deep->map, &cut);
	innermost.line = 0;
	innermost.address = 0;
	deep->is_cut = true;
	return context_map_add(&deep->map, &innermost);
}

void
deep_stacks_init(struct deep_stacks *deep)
{
	deep->is_cut = false;
	context_map_init(&deep->map, cut_frame, deep);
}

const struct cg_context *
deep_stacks_cut(struct deep_stacks *deep, const struct cg_context *context)
{
	return context_map_find(&deep->map, context);
}

void
deep_stacks_warn(const struct deep_stacks *deep)
{
	if (deep->is_cut)
		cli_warn("stacks of more than %d frames are cut: \"%s\" stands "
			 "for the rest",
		    MOST_FRAMES, mark);
}

void
deep_stacks_release(struct deep_stacks *deep)
{
	context_map_release(&deep->map);
}
