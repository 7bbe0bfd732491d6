/* SPDX-License-Identifier: BSD-2-Clause */
/* A node comes after its parent, so one pass from the end adds up all costs. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/file_code.h"
#include "libquery/hidden.h"
#include "stack_tree.h"

/* Appends a node, without its costs if there are no events. */
static size_t
append_node(struct stack_tree *t, struct stack_node node)
{
	size_t size = t->nevents * sizeof(*t->self);

	t->nodes = cli_grow(t->nodes, t->n, sizeof(*t->nodes));
	t->self = cli_grow(t->self, t->n, size);
	t->nodes[t->n] = node;
	memset(t->self + t->n * t->nevents, 0, size);
	return t->n++;
}

void
stack_tree_init(struct stack_tree *t, size_t nevents)
{
	*t = (struct stack_tree){.nevents = nevents};
	append_node(t, (struct stack_node){.parent = 0});
}

static char *
copy(const char *name)
{
	return cli_copy(name, strlen(name));
}

size_t
stack_tree_frame(struct stack_tree *t, const struct cg_record *row)
{
	const char *function = hidden_is_level(row->def_file, row->function)
				   ? cg_filtered
				   : row->function;

	t->frames = cli_grow(t->frames, t->nframes, sizeof(*t->frames));
	t->frames[t->nframes] = (struct stack_frame){
	    .object = copy(row->object),
	    .file = copy(row->def_file),
	    .function = copy(function),
	    .label = file_code_label(function, row->def_file),
	    .is_inlined = row->host != NULL,
	};
	return t->nframes++;
}

/* Makes the node the last child of its parent. */
static void
link_node(struct stack_tree *t, size_t node)
{
	struct stack_node *above = &t->nodes[t->nodes[node].parent];

	if (above->first_child == NO_STACK_NODE)
		above->first_child = node;
	else
		t->nodes[above->last_child].next_sibling = node;
	above->last_child = node;
}

size_t
stack_tree_add(struct stack_tree *t, size_t parent, size_t frame)
{
	size_t node = append_node(t, (struct stack_node){.frame = frame,
					 .parent = parent,
					 .depth = t->nodes[parent].depth + 1});

	link_node(t, node);
	return node;
}

void
stack_tree_add_up(struct stack_tree *t)
{
	size_t n = t->nevents;

	t->totals = cli_alloc(t->n * n, sizeof(*t->totals));
	memcpy(t->totals, t->self, t->n * n * sizeof(*t->totals));
	for (size_t i = t->n; i-- > 1;)
		for (size_t e = 0; e < n; e++)
			t->totals[t->nodes[i].parent * n + e] +=
			    t->totals[i * n + e];
}

/* Leaves no node but the root. */
static void
unlink_all(struct stack_tree *t)
{
	for (size_t i = 0; i < t->n; i++)
		t->nodes[i].first_child = t->nodes[i].next_sibling =
		    NO_STACK_NODE;
}

static bool
is_below(const struct stack_tree *t, size_t node, const int64_t *least)
{
	for (size_t e = 0; e < t->nevents; e++)
		if (t->totals[node * t->nevents + e] >= least[e])
			return false;
	return true;
}

void
stack_tree_cut(struct stack_tree *t, const int64_t *least)
{
	size_t n = t->nevents;

	unlink_all(t);
	for (size_t i = 1; i < t->n; i++) {
		size_t parent = t->nodes[i].parent;

		if (!is_below(t, i, least))
			link_node(t, i);
		else if (!is_below(t, parent, least) || parent == 0)
			for (size_t e = 0; e < n; e++)
				t->self[parent * n + e] += t->totals[i * n + e];
	}
}

/* a node in the order of all nodes */
struct node_place {
	size_t parent;
	int64_t total;
	const struct stack_frame *frame;
	size_t node;
};

static int
compare_places(const void *a, const void *b)
{
	const struct node_place *x = a, *y = b;
	int order = (x->parent > y->parent) - (x->parent < y->parent);

	if (order == 0)
		order = (x->total < y->total) - (x->total > y->total);
	if (order == 0)
		order = strcmp(x->frame->function, y->frame->function);
	if (order == 0)
		order = strcmp(x->frame->file, y->frame->file);
	if (order == 0)
		order = strcmp(x->frame->object, y->frame->object);
	return order != 0 ? order : (x->node > y->node) - (x->node < y->node);
}

void
stack_tree_sort(struct stack_tree *t)
{
	struct node_place *places = cli_alloc(t->n, sizeof(*places));
	size_t n = 0;

	for (size_t i = stack_tree_next(t, 0); i != NO_STACK_NODE;
	     i = stack_tree_next(t, i))
		places[n++] = (struct node_place){
		    .parent = t->nodes[i].parent,
		    .total = t->totals[i * t->nevents],
		    .frame = &t->frames[t->nodes[i].frame],
		    .node = i,
		};
	qsort(places, n, sizeof(*places), compare_places);
	unlink_all(t);
	for (size_t i = 0; i < n; i++)
		link_node(t, places[i].node);
	free(places);
}

size_t
stack_tree_next(const struct stack_tree *t, size_t node)
{
	if (t->nodes[node].first_child != NO_STACK_NODE)
		return t->nodes[node].first_child;
	while (node != 0 && t->nodes[node].next_sibling == NO_STACK_NODE)
		node = t->nodes[node].parent;
	return t->nodes[node].next_sibling;
}

void
stack_tree_release(struct stack_tree *t)
{
	for (size_t i = 0; i < t->nframes; i++) {
		free(t->frames[i].object);
		free(t->frames[i].file);
		free(t->frames[i].function);
		free(t->frames[i].label);
	}
	free(t->frames);
	free(t->nodes);
	free(t->self);
	free(t->totals);
	free(t->own);
}
