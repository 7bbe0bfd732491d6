/* SPDX-License-Identifier: BSD-2-Clause */
/* Clones of a function are one function, as in the other tables. */
#include <stdlib.h>
#include <string.h>

#include "libquery/matching/builds.h"
#include "code_sides.h"
#include "libcli/cli.h"
#include "libquery/address_name.h"
#include "libquery/header/partial.h"

/* --- reading -------------------------------------------------------------- */

static void
open_side(struct code_side *s, const char *path,
    const struct code_sides_request *request)
{
	const struct cg_header *header;
	int ir;

	*s = (struct code_side){.path = path};
	s->reader = cg_reader_open(path, &s->error);
	if (s->reader == NULL)
		partial_die(&s->error);
	if (request->partial)
		cg_reader_set(s->reader, CG_ACCEPT_DAMAGE);
	header = cg_reader_header(s->reader);
	ir = cg_header_event(header, "Ir", 2);
	if (!header->has_addresses)
		cli_die("%s: expected costs of instructions, for %s, as "
			"cg-collect %s records them, found costs of lines",
		    path, request->option, request->recorder);
	if (ir < 0)
		cli_die("%s: expected the event Ir, for %s, found none", path,
		    request->option);
	s->event = (size_t)ir;
	build_ids_take(&s->build_ids, header);
	if (code_rows_init(&s->rows, header->nevents, &s->error) < 0)
		partial_die(&s->error);
}

/* The object keeps its name, by which its code is found. */
static void
read_side(struct code_side *s, struct renames *renames)
{
	struct cg_record row;
	int got;

	while ((got = cg_reader_next(s->reader, &row)) == 1) {
		const char *object = row.object;

		clones_forget(&s->clones, &row);
		renames_apply(renames, &row);
		row.object = object;
		if (code_rows_add(&s->rows, &row) < 0)
			partial_die(&s->error);
	}
	if (got < 0 || code_rows_complete(&s->rows) < 0)
		partial_die(&s->error);
}

/* --- pairs ---------------------------------------------------------------- */

/* False if the functions have one address for a name, in two builds or objects. */
static bool
may_match(const struct code_sides *sides, const struct code_function *old,
    const struct code_function *new)
{
	struct address_name address;
	const char *before, *now;

	if (!address_name_parse(&address, new->function))
		return true;
	before = build_ids_find(&sides->old.build_ids, old->object);
	now = build_ids_find(&sides->new.build_ids, new->object);
	if (before == NULL || now == NULL)
		return strcmp(old->object, new->object) == 0;
	return strcmp(before, now) == 0;
}

/* Says how well two functions of one name match. */
static int
likeness(const struct code_function *a, const struct code_function *b)
{
	return 2 * (strcmp(builds_file_name(a->object),
			builds_file_name(b->object)) == 0) +
	       4 * (strcmp(builds_file_name(a->file),
			builds_file_name(b->file)) == 0) +
	       (strcmp(a->object, b->object) == 0) +
	       (strcmp(a->file, b->file) == 0);
}

static int
compare_names(const void *a, const void *b)
{
	const struct code_function *const *x = a, *const *y = b;
	int order = strcmp((*x)->function, (*y)->function);

	return order != 0 ? order : (*x > *y) - (*x < *y);
}

/* Returns the functions by name; the caller frees the array. */
static const struct code_function **
sort_functions(const struct code_rows *rows)
{
	const struct code_function **list =
	    cli_alloc(rows->nfunctions, sizeof(*list));

	for (size_t i = 0; i < rows->nfunctions; i++)
		list[i] = &rows->functions[i];
	if (rows->nfunctions > 1)
		qsort(list, rows->nfunctions, sizeof(*list), compare_names);
	return list;
}

static void
add_pair(struct code_sides *sides, const struct code_function *old,
    const struct code_function *new)
{
	sides->list = cli_grow(sides->list, sides->n, sizeof(*sides->list));
	sides->list[sides->n++] = (struct code_function_pair){
	    .old = old,
	    .new = new,
	    .old_count = old != NULL ? old->costs[sides->old.event] : 0,
	    .new_count = new != NULL ? new->costs[sides->new.event] : 0,
	};
}

static size_t
end_of_name(const struct code_function **list, size_t n, size_t i)
{
	size_t end = i;

	while (end < n && strcmp(list[end]->function, list[i]->function) == 0)
		end++;
	return end;
}

/* Pairs functions of one name, the most alike first. */
static void
pair_namesakes(struct code_sides *sides, const struct code_function **old,
    size_t nold, const struct code_function **new, size_t nnew)
{
	for (size_t i = 0; i < nold; i++) {
		size_t best = nnew;

		for (size_t j = 0; j < nnew; j++)
			if (new[j] != NULL &&
			    may_match(sides, old[i], new[j]) &&
			    (best == nnew || likeness(old[i], new[j]) >
						 likeness(old[i], new[best])))
				best = j;
		add_pair(sides, old[i], best < nnew ? new[best] : NULL);
		if (best < nnew)
			new[best] = NULL;
	}
	for (size_t j = 0; j < nnew; j++)
		if (new[j] != NULL)
			add_pair(sides, NULL, new[j]);
}

static void
pair_functions(struct code_sides *sides)
{
	size_t nold = sides->old.rows.nfunctions, i = 0;
	size_t nnew = sides->new.rows.nfunctions, j = 0;
	const struct code_function **old = sort_functions(&sides->old.rows);
	const struct code_function **new = sort_functions(&sides->new.rows);

	while (i < nold || j < nnew) {
		int order = i == nold ? 1
			    : j == nnew
				? -1
				: strcmp(old[i]->function, new[j]->function);
		size_t end_old = order > 0 ? i : end_of_name(old, nold, i);
		size_t end_new = order < 0 ? j : end_of_name(new, nnew, j);

		pair_namesakes(
		    sides, old + i, end_old - i, new + j, end_new - j);
		i = end_old;
		j = end_new;
	}
	free(old);
	free(new);
}

static const char *
name_of(const struct code_function_pair *pair)
{
	return pair->new != NULL ? pair->new->function : pair->old->function;
}

static uint64_t
size_of_change(const struct code_function_pair *pair)
{
	return pair->new_count > pair->old_count
		   ? (uint64_t)pair->new_count - (uint64_t)pair->old_count
		   : (uint64_t)pair->old_count - (uint64_t)pair->new_count;
}

static int
compare_pairs(const void *a, const void *b)
{
	const struct code_function_pair *x = a, *y = b;
	uint64_t p = size_of_change(x), q = size_of_change(y);
	int order;

	if (p != q)
		return p > q ? -1 : 1;
	if (x->new_count != y->new_count)
		return x->new_count > y->new_count ? -1 : 1;
	order = strcmp(name_of(x), name_of(y));
	if (order == 0)
		order = (x->new > y->new) - (x->new < y->new);
	return order != 0 ? order : (x->old > y->old) - (x->old < y->old);
}

/* True if either function matches: one build inlines what the other one does not. */
static bool
is_wanted(const struct code_sides *sides, const struct code_function_pair *pair,
    const pcre2_code *pattern)
{
	if (pattern == NULL)
		return size_of_change(pair) != 0;
	return (pair->old != NULL &&
		   code_rows_match(&sides->old.rows, pair->old, pattern)) ||
	       (pair->new != NULL &&code_rows_match(
				 &sides->new.rows, pair->new, pattern));
}

void
code_sides_read(
    struct code_sides *sides, const struct code_sides_request *request)
{
	*sides = (struct code_sides){.n = 0};
	open_side(&sides->old, request->old_path, request);
	open_side(&sides->new, request->new_path, request);
	read_side(&sides->old, request->renames);
	read_side(&sides->new, request->renames);
}

void
code_sides_pair(struct code_sides *sides, const pcre2_code *pattern)
{
	size_t n = 0;

	pair_functions(sides);
	for (size_t i = 0; i < sides->n; i++)
		if (is_wanted(sides, &sides->list[i], pattern))
			sides->list[n++] = sides->list[i];
	sides->n = n;
	if (n > 1)
		qsort(sides->list, n, sizeof(*sides->list), compare_pairs);
}

static void
release_side(struct code_side *s)
{
	cg_reader_close(s->reader);
	build_ids_release(&s->build_ids);
	clones_release(&s->clones);
	code_rows_release(&s->rows);
}

void
code_sides_release(struct code_sides *sides)
{
	release_side(&sides->old);
	release_side(&sides->new);
	free(sides->list);
}
