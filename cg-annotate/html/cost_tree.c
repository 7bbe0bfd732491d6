/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions are sorted by path.  The functions of a directory therefore follow
 * one another, and each function is compared only with the one before it.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/address_name.h"
#include "libquery/data/data_object.h"
#include "libquery/windows_path.h"
#include "model/count_sums.h"
#include "cost_tree.h"

/* Deeper directories are one node, so that a hostile path makes no deep tree.
 */
enum { MAX_DIRECTORIES = 40 };

struct function_leaf {
	const char *path;     /* "directory/file", without "." and ".." */
	const char *function; /* the graph's */
	size_t number;
};

/* --- paths ---------------------------------------------------------------- */

/* Returns a copy of the path without empty components, "." and "x/..", to be
 * freed. */
static char *
clean_path(const char *path)
{
	char *clean = cli_alloc(strlen(path) + 1, 1), *end = clean;
	const char *separators = path_separators(path);

	while (*path != '\0') {
		size_t len = strcspn(path, separators);
		bool is_parent = len == 2 && memcmp(path, "..", 2) == 0;

		if (is_parent) {
			while (end > clean && *--end != '/')
				;
		} else if (len > 1 || (len == 1 && *path != '.')) {
			if (end > clean)
				*end++ = '/';
			memcpy(end, path, len);
			end += len;
		}
		path += len + (path[len] != '\0');
	}
	*end = '\0';
	return clean;
}

static int
compare_leaves(const void *a, const void *b)
{
	const struct function_leaf *x = a, *y = b;
	int order = x->path != y->path ? strcmp(x->path, y->path) : 0;

	if (order == 0)
		order = strcmp(x->function, y->function);
	return order != 0 ? order
			  : (x->number > y->number) - (x->number < y->number);
}

/* Returns the file of the function or, if that is not known, its object; to be freed. */
static char *
place_of(const struct cg_record *function)
{
	struct address_name address;
	char *object, *place;

	if (strcmp(function->def_file, cg_unknown_name) != 0)
		return clean_path(function->def_file);
	if (*function->object != '\0')
		return clean_path(function->object);
	if (!address_name_parse(&address, function->function))
		return clean_path(cg_unknown_name);
	object = cli_copy(function->function, address.nobject);
	place = clean_path(*object != '\0' ? object : cg_unknown_name);
	free(object);
	return place;
}

/* True if both are certainly at one place. */
static bool
share_place(const struct cg_record *a, const struct cg_record *b)
{
	return a->def_file == b->def_file && a->object == b->object &&
	       (*a->object != '\0' ||
		   strcmp(a->def_file, cg_unknown_name) != 0);
}

/* Returns the functions of the graph but data, in order of their paths, which the tree
 * keeps.  In the graph, the functions of a file follow one another. */
static struct function_leaf *
sort_leaves(struct cost_tree *t, const struct callgraph *graph, size_t *nleaves)
{
	struct function_leaf *leaves =
	    cli_alloc(graph->nfunctions, sizeof(*leaves));
	struct cg_record last = {0};
	size_t n = 0;

	t->paths = cli_alloc(graph->nfunctions, sizeof(*t->paths));
	for (size_t i = 0; i < graph->nfunctions; i++) {
		struct cg_record row;

		callgraph_function(graph, i, false, &row);
		if (is_of_data(&row))
			continue;
		if (n == 0 || !share_place(&row, &last))
			t->paths[t->npaths++] = place_of(&row);
		last = row;
		leaves[n++] = (struct function_leaf){
		    t->paths[t->npaths - 1], row.function, i};
	}
	if (n > 1)
		qsort(leaves, n, sizeof(*leaves), compare_leaves);
	*nleaves = n;
	return leaves;
}

/* --- nodes ---------------------------------------------------------------- */

static size_t
append_node(struct cost_tree *t, const char *name, size_t len)
{
	t->list = cli_grow(t->list, t->n, sizeof(*t->list));
	t->list[t->n] = (struct cost_node){.name = name, .len = len};
	return t->n++;
}

/* The nodes from the root to the leaf added last. */
struct way {
	size_t
	    nodes[MAX_DIRECTORIES + 3]; /* root, directories, file, function */
	size_t n;
};

/* Goes to the node of that name below the last one.  Adds the node if the last
 * leaf was not in it. */
static void
go_below(struct cost_tree *t, struct way *way, size_t depth, const char *name,
    size_t len)
{
	size_t above = way->nodes[depth], node;

	if (depth + 1 < way->n) {
		const struct cost_node *last = &t->list[way->nodes[depth + 1]];

		if (last->len == len && memcmp(last->name, name, len) == 0)
			return;
	}
	node = append_node(t, name, len);
	if (depth + 1 < way->n)
		t->list[way->nodes[depth + 1]].next = node;
	else
		t->list[above].below = node;
	way->nodes[depth + 1] = node;
	way->n = depth + 2;
}

static void
add_leaf(struct cost_tree *t, struct way *way, const struct function_leaf *leaf)
{
	const char *path = leaf->path;
	size_t depth = 0, ndirectories = 0;

	for (;;) {
		size_t len = ndirectories < MAX_DIRECTORIES ? strcspn(path, "/")
							    : strlen(path);

		go_below(t, way, depth++, path, len);
		if (path[len] == '\0')
			break;
		path += len + 1;
		ndirectories++;
	}
	/* each function has a node, even if one of another object has its name
	 */
	if (way->n > depth + 1) {
		size_t node =
		    append_node(t, leaf->function, strlen(leaf->function));

		t->list[way->nodes[depth + 1]].next = node;
		way->nodes[depth + 1] = node;
	} else {
		go_below(t, way, depth, leaf->function, strlen(leaf->function));
	}
	way->n = depth + 2;
	t->list[t->n - 1].function = leaf->number;
}

/* --- costs ---------------------------------------------------------------- */

int64_t
cost_node_size(const struct cost_node *node, size_t event)
{
	int64_t count = node->counts[event];

	if (node->sizes != NULL)
		return node->sizes[event];
	return count == INT64_MIN ? INT64_MAX : count < 0 ? -count : count;
}

static int64_t
add_sizes(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* Adds the costs of a node to the node above it. sums: counts of all
 * directories and files, which need not fit in 64 bits before all are added. */
static void
add_node(struct cost_tree *t, const struct cost_node *node, size_t above,
    __int128 *sums)
{
	size_t first = t->list[above].inner * t->nevents;

	for (size_t e = 0; e < t->nevents; e++) {
		sums[first + e] += node->counts[e];
		t->sizes[first + e] =
		    add_sizes(t->sizes[first + e], cost_node_size(node, e));
	}
}

/* Sets the counts of a directory or file.  Call after all nodes below it were
 * added. */
static void
set_sums(struct cost_tree *t, struct cost_node *node, const __int128 *sums)
{
	size_t first = node->inner * t->nevents;

	node->counts = t->counts + first;
	node->sizes = t->sizes + first;
	for (size_t e = 0; e < t->nevents; e++) {
		t->counts[first + e] = count_of_sum(sums[first + e],
		    "the cost of \"%.*s\"", (int)node->len, node->name);
	}
}

/* Adds up the costs of directories and files, backwards, because a node comes
 * after the node above it. */
static void
add_costs(struct cost_tree *t, const struct callgraph *graph)
{
	size_t *above = cli_alloc(t->n, sizeof(*above));
	size_t ninner = 0;
	__int128 *sums;

	for (size_t i = 0; i < t->n; i++) {
		size_t below = t->list[i].below;

		if (below != NO_NODE || i == 0)
			t->list[i].inner = ninner++;
		for (; below != NO_NODE; below = t->list[below].next)
			above[below] = i;
	}
	t->counts = cli_alloc(ninner * t->nevents, sizeof(*t->counts));
	t->sizes = cli_alloc(ninner * t->nevents, sizeof(*t->sizes));
	sums = cli_alloc(ninner * t->nevents, sizeof(*sums));
	for (size_t i = t->n; i-- > 0;) {
		struct cost_node *node = &t->list[i];

		if (node->below == NO_NODE && i > 0) {
			struct cg_record row;

			callgraph_function(graph, node->function, false, &row);
			node->counts = row.counts;
		} else {
			set_sums(t, node, sums);
		}
		if (i > 0)
			add_node(t, node, above[i], sums);
	}
	free(above);
	free(sums);
}

/* Joins each directory with the only directory in it. */
static void
join_directories(struct cost_tree *t)
{
	for (size_t i = t->n; i-- > 1;) {
		struct cost_node *node = &t->list[i], *only;

		if (node->below == NO_NODE)
			continue;
		only = &t->list[node->below];
		/* a file's functions stay apart from it */
		if (only->next != NO_NODE || only->below == NO_NODE)
			continue;
		node->len = (size_t)(only->name + only->len - node->name);
		node->below = only->below;
	}
}

void
cost_tree_init(struct cost_tree *t, const struct callgraph *graph)
{
	struct function_leaf *leaves;
	struct way way = {.n = 1};
	size_t nleaves;

	*t = (struct cost_tree){.nevents = graph->nevents};
	append_node(t, "", 0);
	leaves = sort_leaves(t, graph, &nleaves);
	for (size_t i = 0; i < nleaves; i++)
		add_leaf(t, &way, &leaves[i]);
	free(leaves);
	add_costs(t, graph);
	join_directories(t);
}

void
cost_tree_release(struct cost_tree *t)
{
	for (size_t i = 0; i < t->npaths; i++)
		free(t->paths[i]);
	free(t->paths);
	free(t->list);
	free(t->counts);
	free(t->sizes);
}
