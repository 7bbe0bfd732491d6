/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions around addresses, and what was inlined into them. */
#ifndef SCOPE_TREE_H
#define SCOPE_TREE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"

#define SCOPE_NONE SIZE_MAX

/* a function, a place where one was inlined, or a block */
struct scope_node {
	Dwarf_Die die;
	size_t around; /* SCOPE_NONE: it is a function */
};

/* {.object, .addresses, .n, .has_blocks} is not read */
struct scope_tree {
	struct object *object;
	const uint64_t *addresses; /* sorted */
	size_t n;
	bool has_blocks;   /* blocks are scopes, too */
	size_t *innermost; /* scope of each address, or SCOPE_NONE */
	/* with an address in them; what is around comes first */
	struct scope_node *nodes;
	size_t nnodes;
	int depth;
};

void scope_tree_read(struct scope_tree *tree);
void scope_tree_release(struct scope_tree *tree);

#endif
