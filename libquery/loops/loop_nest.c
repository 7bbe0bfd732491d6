/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loops are found level by level, outer ones first.  An instruction belongs to the innermost loop
 * found so far.  A head is in no loop within its loop, because nothing in it leads there.
 */
#include <stdlib.h>

#include "libcli/cli.h"
#include "loop_nest.h"

struct nest_search {
	const struct flow *flow;
	struct loop_nest *nest;
	bool *is_head;     /* of any loop */
	struct edges left; /* the edges of the level */
	size_t *component; /* of each instruction */
};

/* --- the loops of a level -------------------------------------------------- */

/* Leaves out the edges to heads, into loops and out of them. */
static void
choose_edges(struct nest_search *s)
{
	const struct edges *all = &s->flow->edges;
	const size_t *innermost = s->nest->innermost;
	size_t n = 0;

	for (size_t i = 0; i < s->flow->n; i++) {
		s->left.first[i] = n;
		for (size_t j = all->first[i]; j < all->first[i + 1]; j++)
			if (innermost[i] == innermost[all->heads[j]] &&
			    !s->is_head[all->heads[j]])
				s->left.heads[n++] = all->heads[j];
	}
	s->left.first[s->flow->n] = n;
}

static bool
leads_to_itself(const struct nest_search *s, size_t i)
{
	for (size_t j = s->left.first[i]; j < s->left.first[i + 1]; j++)
		if (s->left.heads[j] == i)
			return true;
	return false;
}

static size_t
add_loop(struct loop_nest *nest, size_t parent, size_t first)
{
	nest->list = cli_grow(nest->list, nest->n, sizeof(*nest->list));
	nest->list[nest->n] = (struct nested_loop){
	    .parent = parent,
	    .depth = parent != NO_LOOP ? nest->list[parent].depth + 1 : 0,
	    .head = first,
	    .tail = first,
	};
	return nest->n++;
}

/* Makes a loop of each component that has a cycle. */
static void
add_loops(struct nest_search *s)
{
	struct loop_nest *nest = s->nest;
	size_t n = s->flow->n;
	size_t *loops = cli_alloc(n, sizeof(*loops));
	size_t *sizes = cli_alloc(n, sizeof(*sizes));

	components_find(n, &s->left, s->component);
	for (size_t i = 0; i < n; i++) {
		sizes[s->component[i]]++;
		loops[i] = NO_LOOP;
	}
	for (size_t i = 0; i < n; i++) {
		size_t *loop = &loops[s->component[i]];

		if (sizes[s->component[i]] == 1 && !leads_to_itself(s, i))
			continue;
		if (*loop == NO_LOOP)
			*loop = add_loop(nest, nest->innermost[i], i);
		nest->innermost[i] = *loop;
	}
	free(loops);
	free(sizes);
}

/* --- their heads ------------------------------------------------------------ */

/* Returns the loop of an instruction if it is a new one, from number `first` on; or NO_LOOP. */
static size_t
new_loop_of(const struct nest_search *s, size_t i, size_t first)
{
	size_t loop = s->nest->innermost[i];

	return loop != NO_LOOP && loop >= first ? loop : NO_LOOP;
}

static void
mark_head(struct nest_search *s, size_t i)
{
	struct nested_loop *loop = &s->nest->list[s->nest->innermost[i]];

	if (s->is_head[i])
		return;
	s->is_head[i] = true;
	if (loop->nheads == 0 || i < loop->head)
		loop->head = i;
	loop->nheads++;
}

/* Marks what the code around the loops leads to.  If there is none, a function begins in its
 * loop. */
static void
mark_heads(struct nest_search *s, size_t first)
{
	const struct flow *f = s->flow;
	struct loop_nest *nest = s->nest;
	bool *is_entered = cli_alloc(nest->n, sizeof(*is_entered));

	for (size_t i = 0; i < f->n; i++)
		for (size_t j = f->edges.first[i]; j < f->edges.first[i + 1];
		     j++) {
			size_t to = f->edges.heads[j];

			if (new_loop_of(s, to, first) != NO_LOOP &&
			    nest->innermost[i] != nest->innermost[to])
				mark_head(s, to);
		}
	for (size_t i = first; i < nest->n; i++)
		is_entered[i] = nest->list[i].nheads > 0;
	for (size_t i = 0; i < f->n; i++)
		if (new_loop_of(s, i, first) != NO_LOOP &&
		    !is_entered[nest->innermost[i]] && f->entries[i] > 0)
			mark_head(s, i);
	for (size_t i = first; i < nest->n; i++)
		if (nest->list[i].nheads == 0)
			mark_head(s, nest->list[i].head);
	free(is_entered);
}

/* --- how often -------------------------------------------------------------- */

static void
count_rounds(struct nest_search *s, size_t first)
{
	const struct flow *f = s->flow;

	for (size_t i = 0; i < f->n; i++) {
		size_t number = new_loop_of(s, i, first);
		struct nested_loop *loop;

		if (number == NO_LOOP || !s->is_head[i])
			continue;
		loop = &s->nest->list[number];
		if (__builtin_add_overflow(
			loop->rounds, f->begun[i], &loop->rounds))
			cli_die("the rounds of a loop of %s:%s do not fit in "
				"64 bits",
			    f->code->function->file,
			    f->code->function->function);
		loop->entered = loop->rounds;
	}
}

/* Takes the jumps back off how often loops were entered, and finds their tails. */
static void
count_jumps_back(struct nest_search *s, size_t first)
{
	const struct flow *f = s->flow;
	int64_t *most = cli_alloc(s->nest->n, sizeof(*most));

	for (size_t i = 0; i < f->n; i++) {
		size_t number = new_loop_of(s, i, first);
		struct nested_loop *loop;

		if (number == NO_LOOP)
			continue;
		loop = &s->nest->list[number];
		for (size_t j = f->edges.first[i]; j < f->edges.first[i + 1];
		     j++) {
			size_t to = f->edges.heads[j];
			int64_t count = f->counts[j];

			if (s->nest->innermost[to] != number || !s->is_head[to])
				continue;
			loop->entered -=
			    count < loop->entered ? count : loop->entered;
			if (count < most[number])
				continue;
			most[number] = count;
			loop->tail = i;
		}
	}
	free(most);
}

void
loop_nest_init(struct loop_nest *nest, const struct flow *flow)
{
	struct nest_search s = {.flow = flow, .nest = nest};
	size_t first = 0;

	*nest = (struct loop_nest){.n = 0};
	nest->innermost = cli_alloc(flow->n, sizeof(*nest->innermost));
	for (size_t i = 0; i < flow->n; i++)
		nest->innermost[i] = NO_LOOP;
	s.is_head = cli_alloc(flow->n, sizeof(*s.is_head));
	s.component = cli_alloc(flow->n, sizeof(*s.component));
	s.left.first = cli_alloc(flow->n + 1, sizeof(*s.left.first));
	s.left.heads = cli_alloc(flow->nedges, sizeof(*s.left.heads));
	for (size_t level = 0; level < LOOP_DEPTH; level++) {
		choose_edges(&s);
		add_loops(&s);
		if (nest->n == first)
			break;
		mark_heads(&s, first);
		count_rounds(&s, first);
		count_jumps_back(&s, first);
		first = nest->n;
	}
	free(s.is_head);
	free(s.component);
	free(s.left.first);
	free(s.left.heads);
}

void
loop_nest_release(struct loop_nest *nest)
{
	free(nest->list);
	free(nest->innermost);
	*nest = (struct loop_nest){.n = 0};
}
