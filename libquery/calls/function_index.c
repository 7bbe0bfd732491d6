/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A sorted list.  Searching with the object "", which sorts first, finds the
 * first function of that name; it is unique if the next entry has another name.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "function_index.h"
#include "libquery/lower_bound.h"

static int
compare_names(const struct function_key *a, const struct function_key *b)
{
	int order = strcmp(a->def_file, b->def_file);

	return order != 0 ? order : strcmp(a->function, b->function);
}

static int
compare(const void *a, const void *b)
{
	const struct function_key *x = a, *y = b;
	int order = compare_names(x, y);

	return order != 0 ? order : strcmp(x->object, y->object);
}

void
function_index_init(
    struct function_index *f, const struct cg_profile *functions)
{
	size_t n = cg_profile_len(functions);

	f->n = 0;
	f->list = cli_alloc(n, sizeof(*f->list));
	for (size_t i = 0; i < n; i++) {
		struct cg_record row;

		cg_profile_at(functions, i, &row);
		if (row.host == NULL)
			f->list[f->n++] = (struct function_key){
			    row.def_file, row.function, row.object, i};
	}
	if (f->n > 1) /* qsort takes no NULL */
		qsort(f->list, f->n, sizeof(*f->list), compare);
}

/* Returns the first entry that does not sort before `wanted`. */
static size_t
search(const struct function_index *f, const struct function_key *wanted)
{
	return lower_bound(wanted, f->list, f->n, sizeof(*f->list), compare);
}

static bool
has_names(
    const struct function_index *f, size_t i, const struct function_key *wanted)
{
	return i < f->n && compare_names(&f->list[i], wanted) == 0;
}

static bool
find(const struct function_index *f, struct function_key wanted, size_t *number)
{
	size_t i = search(f, &wanted);

	if (i == f->n || compare(&f->list[i], &wanted) != 0) {
		wanted.object = "";
		i = search(f, &wanted);
		if (!has_names(f, i, &wanted) || has_names(f, i + 1, &wanted))
			return false;
	}
	*number = f->list[i].number;
	return true;
}

bool
function_index_find_caller(const struct function_index *f,
    const struct cg_record *call, size_t *number)
{
	return find(f,
	    (struct function_key){
		call->def_file, call->function, call->object, 0},
	    number);
}

bool
function_index_find_callee(const struct function_index *f,
    const struct cg_record *call, size_t *number)
{
	const struct cg_target *to = &call->target;

	return find(f,
	    (struct function_key){to->file, to->function, to->object, 0},
	    number);
}

bool
function_index_is_ambiguous(
    const struct function_index *f, const struct cg_record *row)
{
	struct function_key any = {
	    .def_file = row->def_file, .function = row->function, .object = ""};
	size_t i = search(f, &any);

	return has_names(f, i, &any) && has_names(f, i + 1, &any);
}

void
function_index_release(struct function_index *f)
{
	free(f->list);
	*f = (struct function_index){0};
}
