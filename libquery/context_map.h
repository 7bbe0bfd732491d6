/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Changes the contexts of one reader or profile, each frame once: renames them,
 * or leaves some out.
 */
#ifndef CONTEXT_MAP_H
#define CONTEXT_MAP_H

#include <stddef.h>

#include "cgfmt.h"

struct context_map {
	struct cg_contexts *contexts; /* the changed ones */
	/*
	 * Returns what the frame becomes, one of `contexts` or NULL for no
	 * frame.  Its caller has been changed before.  `from` is the frame
	 * before.
	 */
	const struct cg_context *(*change)(void *arg,
	    const struct cg_context *frame, const struct cg_context *from);
	void *arg;
	struct changed_context *changed; /* by number */
	size_t nchanged;
	struct cg_error error;
};

/* Ends the program when out of memory. */
void context_map_init(struct context_map *map,
    const struct cg_context *(*change)(void *arg,
	const struct cg_context *frame, const struct cg_context *from),
    void *arg);

/* Adds a context to the changed ones; ends the program when out of memory. */
const struct cg_context *
context_map_add(struct context_map *map, const struct cg_context *frame);

/* Returns a row of a frame's function, without a line. */
struct cg_record context_map_row(const struct cg_context *frame);

/* Gives the frame the names of a row's function. */
void
context_map_take_names(struct cg_context *frame, const struct cg_record *row);

/* Returns what the context becomes; NULL for NULL. */
const struct cg_context *
context_map_find(struct context_map *map, const struct cg_context *context);

/* Forgets what contexts became.  Call before contexts of another reader come. */
void context_map_forget(struct context_map *map);

/* Changes the contexts of a record, and of the function that it calls. */
void context_map_apply(struct context_map *map, struct cg_record *record);

/* Makes the innermost frames of the changed contexts of a record, and of the
 * function that it calls, which is not inlined, have its names. */
void context_map_fit(struct context_map *map, struct cg_record *record);

/* Frees the changed contexts, too.  The map may be zeroed. */
void context_map_release(struct context_map *map);

#endif
