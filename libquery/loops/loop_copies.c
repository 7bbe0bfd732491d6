/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies have jumps back of one line, of one function.  Their lines differ: a compiler moves code
 * into some copies and out of others.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "loop_copies.h"

struct copy {
	const struct function_loop *loop;
	const struct code_function *host;
	size_t parent; /* the copy around it, or NO_LOOP */
	size_t depth;
	size_t parent_row, row; /* NO_LOOP before they are known */
};

/* --- copies ----------------------------------------------------------------- */

static struct copy *
list_copies(
    const struct function_loops *functions, size_t nfunctions, size_t *n)
{
	struct copy *list = NULL;

	*n = 0;
	for (size_t i = 0; i < nfunctions; i++) {
		size_t first = *n;

		for (size_t j = 0; j < functions[i].n; j++) {
			const struct function_loop *loop =
			    &functions[i].list[j];
			size_t parent = loop->parent == NO_LOOP
					    ? NO_LOOP
					    : first + loop->parent;

			list = cli_grow(list, *n, sizeof(*list));
			list[*n] = (struct copy){.loop = loop,
			    .host = functions[i].function,
			    .parent = parent,
			    .parent_row = NO_LOOP,
			    .row = NO_LOOP};
			if (parent != NO_LOOP)
				list[*n].depth = list[parent].depth + 1;
			++*n;
		}
	}
	return list;
}

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static int
compare_places(const struct copy *a, const struct copy *b)
{
	int order = strcmp(a->host->object, b->host->object);

	if (order == 0)
		order = strcmp(a->loop->file, b->loop->file);
	if (order == 0)
		order = strcmp(a->loop->function, b->loop->function);
	return order != 0 ? order
			  : ORDER(a->loop->jump_line, b->loop->jump_line);
}

/* Orders copies so that the copies of one row follow one another. */
static int
compare(const void *a, const void *b)
{
	const struct copy *x = *(const struct copy *const *)a;
	const struct copy *y = *(const struct copy *const *)b;
	int order = ORDER(x->parent_row, y->parent_row);

	if (order == 0)
		order = compare_places(x, y);
	if (order == 0)
		order = ORDER(x->loop->first, y->loop->first);
	return order != 0 ? order : ORDER(x, y);
}

static bool
is_copy(const struct copy *a, const struct copy *b)
{
	return a->loop->jump_line != 0 && a->parent_row == b->parent_row &&
	       compare_places(a, b) == 0;
}

/* --- rows ------------------------------------------------------------------- */

static void
add(int64_t *to, const int64_t *counts, size_t n)
{
	if (cg_counts_add(to, counts, n) < n)
		cli_die("the sum of copies of a loop does not fit in 64 bits");
}

static void
add_counts(int64_t **to, const int64_t *counts, size_t nevents)
{
	if (counts == NULL)
		return;
	if (*to == NULL)
		*to = cli_alloc(nevents, sizeof(**to));
	add(*to, counts, nevents);
}

static void
add_lines(struct loop_row *row, const struct function_loop *loop)
{
	if (loop->first_line == 0)
		return;
	if (row->first_line == 0 || loop->first_line < row->first_line)
		row->first_line = loop->first_line;
	if (loop->last_line > row->last_line)
		row->last_line = loop->last_line;
}

static void
add_copy(struct loop_row *row, const struct copy *copy, size_t nevents)
{
	const struct function_loop *loop = copy->loop;

	row->ncopies++;
	row->has_several_hosts |= copy->host != row->host;
	if (loop->nheads > row->nheads)
		row->nheads = loop->nheads;
	row->is_recursive |= loop->is_recursive;
	add(&row->entered, &loop->entered, 1);
	add(&row->rounds, &loop->rounds, 1);
	add_lines(row, loop);
	add_counts(&row->own, loop->own, nevents);
	if (row->tops == NULL)
		row->tops = cli_alloc(nevents, sizeof(*row->tops));
	for (size_t i = 0; i < nevents; i++)
		if (loop->tops[i].count > row->tops[i].count)
			row->tops[i] = loop->tops[i];
	add_counts(&row->calls, loop->calls, nevents);
	add_counts(&row->inclusive, loop->own, nevents);
	add_counts(&row->inclusive, loop->calls, nevents);
}

struct loop_row *
loop_copies_join(const struct function_loops *functions, size_t nfunctions,
    size_t nevents, size_t *nrows)
{
	size_t n, nlevel;
	struct copy *copies = list_copies(functions, nfunctions, &n);
	struct copy **level = cli_alloc(n, sizeof(*level));
	struct loop_row *rows = cli_alloc(n, sizeof(*rows));

	*nrows = 0;
	for (size_t depth = 0; depth < LOOP_DEPTH; depth++) {
		nlevel = 0;
		for (size_t i = 0; i < n; i++) {
			if (copies[i].depth != depth)
				continue;
			if (depth > 0)
				copies[i].parent_row =
				    copies[copies[i].parent].row;
			level[nlevel++] = &copies[i];
		}
		if (nlevel > 1)
			qsort(level, nlevel, sizeof(*level), compare);
		for (size_t i = 0; i < nlevel; i++) {
			if (i == 0 || !is_copy(level[i], level[i - 1]))
				rows[(*nrows)++] = (struct loop_row){
				    .parent = level[i]->parent_row,
				    .depth = depth,
				    .host = level[i]->host,
				    .first = level[i]->loop};
			level[i]->row = *nrows - 1;
			add_copy(&rows[*nrows - 1], level[i], nevents);
		}
	}
	free(copies);
	free(level);
	return rows;
}

void
loop_row_release(struct loop_row *row)
{
	free(row->own);
	free(row->tops);
	free(row->calls);
	free(row->inclusive);
}
