/* SPDX-License-Identifier: BSD-2-Clause */
/* Interned stacks of calls: equal stacks have the same address. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "cgfmt.h"
#include "names.h"

/* {0} is empty */
struct contexts {
	struct cg_context **blocks; /* of BLOCK contexts each, by number */
	size_t nblocks;
	size_t n;
	const struct cg_context **table; /* open addressing; NULL: free */
	size_t table_size;
	const struct hash_keys *keys;
	/* what the contexts of the newest other home are here, by number; NULL:
	 * not known yet */
	const struct cg_context **known;
	size_t nknown;
	uint32_t known_home;
	struct import *imports; /* contexts of older homes that came last */
	uint32_t home;
};

/*
 * Returns the context of the frame, whose names are interned and whose caller
 * is one of these contexts.  NULL when out of memory.
 */
const struct cg_context *
contexts_intern(struct contexts *contexts, const struct cg_context *frame);

/*
 * Returns the same stack of these contexts; its names are interned here.  NULL
 * when out of memory, and for NULL.  Fast if the stack came recently.
 */
const struct cg_context *contexts_import(struct contexts *contexts,
    struct names *names, const struct cg_context *context);

/* Returns the context of that number. */
const struct cg_context *
contexts_at(const struct contexts *contexts, size_t number);

/* The order of cg_profile_sort; returns less than, equal to or greater than 0.
 */
int contexts_compare(const struct cg_context *a, const struct cg_context *b);

/* The order of the names of the innermost frames. */
static inline int
contexts_compare_names(const struct cg_context *a, const struct cg_context *b)
{
	int order = names_compare(a->object, b->object);

	if (order == 0)
		order = names_compare(a->def_file, b->def_file);
	if (order == 0)
		order = names_compare(a->function, b->function);
	if (order == 0)
		order = names_compare_optional(a->host_file, b->host_file);
	if (order == 0)
		order = names_compare_optional(a->host, b->host);
	return order;
}

/* The bytes that all contexts take. */
size_t contexts_memory(const struct contexts *contexts);

/* Frees the contexts: {0} again. */
void contexts_release(struct contexts *contexts);

#endif
