/* SPDX-License-Identifier: BSD-2-Clause */
/* A context of both profiles is found by number, and its place by a context of a third
 * list, which has the region as its innermost frame. */
#include <stdint.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "stack_places.h"

const size_t no_stack_place = SIZE_MAX;

static const struct cg_context *
share_frame(
    void *arg, const struct cg_context *changed, const struct cg_context *from)
{
	struct stack_places *p = arg;

	(void)from;
	return context_map_add(&p->map, changed);
}

void
stack_places_init(struct stack_places *p)
{
	*p = (struct stack_places){.n = 0};
	context_map_init(&p->map, share_frame, p);
	p->keys = cg_contexts_new(&p->error);
	if (p->keys == NULL)
		cli_die("%s", p->error.text);
}

/* Returns a context that stands for the place. */
static const struct cg_context *
key_of(struct stack_places *p, const struct cg_context *context,
    const char *region)
{
	const struct cg_context frame = {
	    .caller = context,
	    .object = "",
	    .def_file = "",
	    .function = region != NULL ? region : "",
	};
	const struct cg_context *key = cg_contexts_add(p->keys, &frame);

	if (key == NULL)
		cli_die("%s", p->error.text);
	while (p->nkeys <= key->number) {
		p->numbers =
		    cli_grow(p->numbers, p->nkeys, sizeof(*p->numbers));
		p->numbers[p->nkeys++] = no_stack_place;
	}
	return key;
}

static size_t
number_of(struct stack_places *p, const struct cg_context *context,
    const char *region)
{
	const struct cg_context *key = key_of(p, context, region);

	return p->numbers[key->number];
}

/* Adds the place of a shared context whose caller has one, if it has none. */
static size_t
add_place(struct stack_places *p, int side, const struct cg_context *context,
    const char *region)
{
	size_t caller = context->caller != NULL
			    ? number_of(p, context->caller, region)
			    : no_stack_place;
	const struct cg_context *key = key_of(p, context, region);
	size_t *number = &p->numbers[key->number];

	if (*number == no_stack_place) {
		p->list = cli_grow(p->list, p->n, sizeof(*p->list));
		p->list[p->n] = (struct stack_place){
		    .caller = caller,
		    .context = context,
		    .region = *key->function != '\0' ? key->function : NULL,
		};
		*number = p->n++;
	}
	p->list[*number].exists[side] = true;
	return *number;
}

size_t
stack_places_find(struct stack_places *p, int side,
    const struct cg_context *context, const char *region)
{
	const struct cg_context *shared = context_map_find(&p->map, context);
	const struct cg_context **stack = NULL;
	size_t n = 0, number = no_stack_place;

	for (const struct cg_context *c = shared; c != NULL; c = c->caller) {
		number = number_of(p, c, region);
		if (number != no_stack_place && p->list[number].exists[side])
			break;
		stack = cli_grow(stack, n, sizeof(*stack));
		stack[n++] = c;
	}
	while (n > 0)
		number = add_place(p, side, stack[--n], region);
	free(stack);
	return number;
}

void
stack_places_forget(struct stack_places *p)
{
	context_map_forget(&p->map);
}

void
stack_places_release(struct stack_places *p)
{
	context_map_release(&p->map);
	cg_contexts_free(p->keys);
	free(p->numbers);
	free(p->list);
}
