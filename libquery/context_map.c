/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "context_map.h"
#include "libcli/cli.h"

struct changed_context {
	const struct cg_context *to;
	bool is_known;
};

void
context_map_init(struct context_map *map,
    const struct cg_context *(*change)(void *arg,
	const struct cg_context *frame, const struct cg_context *from),
    void *arg)
{
	*map = (struct context_map){.change = change, .arg = arg};
	map->contexts = cg_contexts_new(&map->error);
	if (map->contexts == NULL)
		cli_die("%s", map->error.text);
}

const struct cg_context *
context_map_add(struct context_map *map, const struct cg_context *frame)
{
	const struct cg_context *context =
	    cg_contexts_add(map->contexts, frame);

	if (context == NULL)
		cli_die("%s", map->error.text);
	return context;
}

struct cg_record
context_map_row(const struct cg_context *frame)
{
	return (struct cg_record){
	    .kind = CG_COSTS,
	    .object = frame->object,
	    .def_file = frame->def_file,
	    .file = frame->def_file,
	    .function = frame->function,
	    .host_file = frame->host_file,
	    .host = frame->host,
	};
}

void
context_map_take_names(struct cg_context *frame, const struct cg_record *row)
{
	frame->object = row->object;
	frame->def_file = row->def_file;
	frame->function = row->function;
	frame->host_file = row->host_file;
	frame->host = row->host;
}

/* Makes room for the context, whose callers have lower numbers. */
static void
make_room(struct context_map *map, const struct cg_context *context)
{
	size_t n = map->nchanged;

	if (context->number < n)
		return;
	map->nchanged = 2 * (size_t)context->number + 64;
	map->changed =
	    cli_resize(map->changed, map->nchanged, sizeof(*map->changed));
	for (; n < map->nchanged; n++)
		map->changed[n] = (struct changed_context){.is_known = false};
}

static void
change_frame(struct context_map *map, const struct cg_context *from)
{
	struct cg_context frame = *from;

	if (from->caller != NULL)
		frame.caller = map->changed[from->caller->number].to;
	map->changed[from->number] =
	    (struct changed_context){map->change(map->arg, &frame, from), true};
}

const struct cg_context *
context_map_find(struct context_map *map, const struct cg_context *context)
{
	const struct cg_context **stack = NULL;
	size_t n = 0;

	if (context == NULL)
		return NULL;
	make_room(map, context);
	for (const struct cg_context *c = context;
	     c != NULL && !map->changed[c->number].is_known; c = c->caller) {
		stack = cli_grow(stack, n, sizeof(*stack));
		stack[n++] = c;
	}
	while (n > 0)
		change_frame(map, stack[--n]);
	free(stack);
	return map->changed[context->number].to;
}

void
context_map_forget(struct context_map *map)
{
	map->nchanged = 0;
}

void
context_map_apply(struct context_map *map, struct cg_record *record)
{
	record->context = context_map_find(map, record->context);
	record->target.context = context_map_find(map, record->target.context);
}

static bool
is_name(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Returns the context with the names of the frame. */
static const struct cg_context *
fit(struct context_map *map, const struct cg_context *context,
    const struct cg_context *names)
{
	struct cg_context frame = *names;

	if (context == NULL ||
	    (is_name(context->function, names->function) &&
		is_name(context->def_file, names->def_file) &&
		is_name(context->object, names->object) &&
		is_name(context->host, names->host) &&
		is_name(context->host_file, names->host_file)))
		return context;
	frame.caller = context->caller;
	frame.address = context->address;
	frame.line = context->line;
	return context_map_add(map, &frame);
}

void
context_map_fit(struct context_map *map, struct cg_record *record)
{
	const struct cg_target *target = &record->target;
	struct cg_context names = {.caller = NULL};
	const struct cg_context called = {
	    .object = target->object,
	    .def_file = target->file,
	    .function = target->function,
	};

	context_map_take_names(&names, record);
	record->context = fit(map, record->context, &names);
	record->target.context = fit(map, target->context, &called);
}

void
context_map_release(struct context_map *map)
{
	free(map->changed);
	cg_contexts_free(map->contexts);
}
