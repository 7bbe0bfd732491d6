/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers the stacks of two profiles, each region's apart.  Equal stacks of both have the
 * same number, and a caller has a lower one.
 *
 *	stack_places_init(&places);
 *	place = stack_places_find(&places, OLD_SIDE, context, region);
 *	stack_places_forget(&places);		before rows of the other profile
 */
#ifndef STACK_PLACES_H
#define STACK_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "libquery/context_map.h"

enum { OLD_SIDE, NEW_SIDE, NSIDES };

extern const size_t no_stack_place;

struct stack_place {
	size_t caller; /* no_stack_place: this is an outermost frame */
	const struct cg_context *context; /* shared by both profiles */
	const char *region;               /* NULL: outside of all regions */
	bool exists[NSIDES];              /* in a profile */
};

struct stack_places {
	struct context_map map;   /* from both profiles */
	struct cg_contexts *keys; /* a shared context below a region */
	struct cg_error error;
	size_t *numbers; /* of keys */
	size_t nkeys;
	struct stack_place *list;
	size_t n;
};

/* Ends the program when out of memory, as all functions. */
void stack_places_init(struct stack_places *places);

/* Returns the number of a context in a region, NULL: outside of all.  It exists in the
 * profile of the side then, and so do its callers. */
size_t stack_places_find(struct stack_places *places, int side,
    const struct cg_context *context, const char *region);

/* Call before contexts of another reader or profile come. */
void stack_places_forget(struct stack_places *places);

/* Frees the shared contexts, too. */
void stack_places_release(struct stack_places *places);

#endif
