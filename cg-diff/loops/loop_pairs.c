/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compilers give the jump back of a loop the line of its condition, but not always, and move code
 * into loops and out of them.  So loops of one function that are left over are paired by their first
 * line, and then by their last one.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/windows_path.h"
#include "loop_pairs.h"

/* How loops are compared, one after the other. */
struct pass {
	size_t line; /* of struct compared_loop */
	bool
	    is_base; /* files are the same if their names without directories are */
};

static const struct pass passes[] = {
    {0, false}, {0, true}, {1, true}, {2, true}};

/* A loop that is not paired yet. */
struct single {
	const struct compared_loop *loop;
	const struct pass *pass;
};

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static const char *
file_of(const struct single *one)
{
	const char *file = one->loop->sum.first->file;

	return one->pass->is_base ? path_base_name(file) : file;
}

static int
compare(const struct single *a, const struct single *b)
{
	size_t line = a->pass->line;
	int order =
	    strcmp(a->loop->sum.first->function, b->loop->sum.first->function);

	if (order == 0)
		order = strcmp(file_of(a), file_of(b));
	if (order == 0)
		order = ORDER(a->loop->lines[line], b->loop->lines[line]);
	return order != 0 ? order : ORDER(a->loop->address, b->loop->address);
}

/* Orders loops with the same place from the outer ones to the inner ones. */
static int
compare_singles(const void *a, const void *b)
{
	const struct single *x = a, *y = b;
	int order = compare(x, y);

	if (order == 0)
		order = ORDER(x->loop->sum.depth, y->loop->sum.depth);
	return order != 0 ? order : ORDER(x->loop, y->loop);
}

static bool
has_place(const struct single *one)
{
	return one->loop->lines[one->pass->line] != 0 ||
	       one->loop->address != 0;
}

static void
add(struct loop_sides *s, const struct single *old, const struct single *new)
{
	s->list = cli_grow(s->list, s->n, sizeof(*s->list));
	s->list[s->n++] = (struct loop_pair){
	    old != NULL ? old->loop : NULL, new != NULL ? new->loop : NULL};
}

static void
sort(struct single *list, size_t n, const struct pass *pass)
{
	for (size_t i = 0; i < n; i++)
		list[i].pass = pass;
	if (n > 1)
		qsort(list, n, sizeof(*list), compare_singles);
}

/* Pairs loops with the same place and keeps the others. */
static void
pair_by(struct loop_sides *s, const struct pass *pass, struct single *old,
    size_t *nold, struct single *new, size_t *nnew)
{
	size_t i = 0, j = 0, left_old = 0, left_new = 0;

	sort(old, *nold, pass);
	sort(new, *nnew, pass);
	while (i < *nold || j < *nnew) {
		int order = i == *nold   ? 1
			    : j == *nnew ? -1
					 : compare(&old[i], &new[j]);

		if (order == 0 && has_place(&old[i])) {
			add(s, &old[i++], &new[j++]);
			continue;
		}
		if (order <= 0)
			old[left_old++] = old[i++];
		if (order >= 0)
			new[left_new++] = new[j++];
	}
	*nold = left_old;
	*nnew = left_new;
}

static struct single *
list_of(const struct loop_side *side)
{
	struct single *list = cli_alloc(side->n, sizeof(*list));

	for (size_t i = 0; i < side->n; i++)
		list[i].loop = &side->list[i];
	return list;
}

void
loop_pairs_make(struct loop_sides *s)
{
	struct single *old = list_of(&s->old), *new = list_of(&s->new);
	size_t nold = s->old.n, nnew = s->new.n;

	for (size_t i = 0; i < sizeof(passes) / sizeof(*passes); i++)
		pair_by(s, &passes[i], old, &nold, new, &nnew);
	for (size_t i = 0; i < nold; i++)
		add(s, &old[i], NULL);
	for (size_t i = 0; i < nnew; i++)
		add(s, NULL, &new[i]);
	free(old);
	free(new);
}
