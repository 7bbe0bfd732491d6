/* SPDX-License-Identifier: BSD-2-Clause */
/* They are the calls of inlined functions, each pair of names once. */
#include <stdlib.h>

#include "inlinings.h"
#include "libcli/cli.h"

/* --- order ------------------------------------------------------------------ */

static int
compare_names(const char *a, const char *b)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

	return (x > y) - (x < y);
}

static int
compare(const void *a, const void *b)
{
	const struct inlining *x = a, *y = b;
	int order = compare_names(x->callee, y->callee);

	return order != 0 ? order : compare_names(x->caller, y->caller);
}

/* The same, and the first line first. */
static int
compare_lines(const void *a, const void *b)
{
	const struct inlining *x = a, *y = b;
	int order = compare(a, b);

	return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* --- inlinings -------------------------------------------------------------- */

static void
add(struct inlinings *in, const struct cg_record *row)
{
	in->list = cli_grow(in->list, in->n, sizeof(*in->list));
	in->list[in->n++] = (struct inlining){
	    .callee = row->target.function,
	    .caller = row->host != NULL ? row->function : NULL,
	    .file = row->file,
	    .line = row->line,
	};
}

static void
remove_doubles(struct inlinings *in)
{
	size_t n = 0;

	for (size_t i = 0; i < in->n; i++)
		if (n == 0 || compare(&in->list[i], &in->list[n - 1]) != 0)
			in->list[n++] = in->list[i];
	in->n = n;
}

void
inlinings_init(struct inlinings *in, const struct code_rows *rows,
    const struct code_function *f)
{
	*in = (struct inlinings){.n = 0};
	for (size_t i = f->first_run; i < f->end_run; i++)
		for (size_t j = rows->runs[i].first; j < rows->runs[i].end;
		     j++) {
			struct cg_record row;

			cg_profile_at(rows->rows, j, &row);
			if (row.kind == CG_CALL &&
			    row.target.inlined != CG_NOT_INLINED)
				add(in, &row);
		}
	if (in->n > 1)
		qsort(in->list, in->n, sizeof(*in->list), compare_lines);
	remove_doubles(in);
}

const struct inlining *
inlinings_find(
    const struct inlinings *in, const char *callee, const char *caller)
{
	const struct inlining one = {.callee = callee, .caller = caller};

	return in->n > 0
		   ? bsearch(&one, in->list, in->n, sizeof(*in->list), compare)
		   : NULL;
}

void
inlinings_release(struct inlinings *in)
{
	free(in->list);
	*in = (struct inlinings){.n = 0};
}
