/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * R. E. Tarjan, "Depth-first search and linear graph algorithms" (1972).  The
 * path is an array and not a recursion, because chains of calls can be as long
 * as a profile.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "components.h"

enum { UNSEEN = 0 };

struct path_step {
	size_t node;
	size_t edge; /* the next edge to follow */
};

struct component_search {
	const struct edges *edges;
	size_t nseen;
	size_t *order; /* when each node was seen, from 1; or UNSEEN */
	size_t *
	    earliest; /* order of the first node known to be in its component */
	size_t npath;
	struct path_step *path;
	size_t nopen;
	size_t *open; /* stack of nodes whose component is incomplete */
	bool *is_open;
	size_t ncomponents; /* complete ones */
	size_t *component;
};

static void
enter(struct component_search *s, size_t node)
{
	s->order[node] = s->earliest[node] = ++s->nseen;
	s->open[s->nopen++] = node;
	s->is_open[node] = true;
	s->path[s->npath++] = (struct path_step){node, s->edges->first[node]};
}

static void
join(struct component_search *s, size_t node, size_t order)
{
	if (order < s->earliest[node])
		s->earliest[node] = order;
}

/* Completes the component whose first node is `first`. */
static void
close_component(struct component_search *s, size_t first)
{
	size_t node;

	do {
		node = s->open[--s->nopen];
		s->is_open[node] = false;
		s->component[node] = s->ncomponents;
	} while (node != first);
	s->ncomponents++;
}

static void
leave(struct component_search *s, size_t node)
{
	if (s->earliest[node] == s->order[node])
		close_component(s, node);
	s->npath--;
	if (s->npath > 0)
		join(s, s->path[s->npath - 1].node, s->earliest[node]);
}

static void
visit(struct component_search *s, size_t start)
{
	enter(s, start);
	while (s->npath > 0) {
		struct path_step *step = &s->path[s->npath - 1];
		size_t node = step->node, head;

		if (step->edge == s->edges->first[node + 1]) {
			leave(s, node);
			continue;
		}
		head = s->edges->heads[step->edge++];
		if (s->order[head] == UNSEEN)
			enter(s, head);
		else if (s->is_open[head])
			join(s, node, s->order[head]);
	}
}

void
components_find(size_t n, const struct edges *edges, size_t *component)
{
	struct component_search s = {
	    .edges = edges,
	    .order = cli_alloc(n, sizeof(*s.order)),
	    .earliest = cli_alloc(n, sizeof(*s.earliest)),
	    .path = cli_alloc(n, sizeof(*s.path)),
	    .open = cli_alloc(n, sizeof(*s.open)),
	    .is_open = cli_alloc(n, sizeof(*s.is_open)),
	    .component = component,
	};

	for (size_t i = 0; i < n; i++)
		if (s.order[i] == UNSEEN)
			visit(&s, i);
	free(s.order);
	free(s.earliest);
	free(s.path);
	free(s.open);
	free(s.is_open);
}
