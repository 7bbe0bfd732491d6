/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In a sorted profile the rows of a function come together.  So the list of
 * functions is in order of their names as it grows, and can be searched.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "ranked_functions.h"

struct function_name {
	const char *object;
	const char *def_file;
	const char *function;
};

struct ranked_functions {
	size_t n;
	size_t nevents;
	struct function_name *list;
	__int128 *sums; /* each function's own cost, nevents each */
	bool *kept;     /* one for each function; NULL before _rank */
	size_t last;    /* index of the function that _keep found last */
};

static struct function_name
name_of(const struct cg_record *record)
{
	return (struct function_name){
	    record->object, record->def_file, record->function};
}

static int
compare_strings(const char *a, const char *b)
{
	return a == b ? 0 : strcmp(a, b);
}

static int
compare(const void *a, const void *b)
{
	const struct function_name *x = a, *y = b;
	int order = compare_strings(x->object, y->object);

	if (order == 0)
		order = compare_strings(x->def_file, y->def_file);
	if (order == 0)
		order = compare_strings(x->function, y->function);
	return order;
}

struct ranked_functions *
ranked_functions_new(size_t nevents)
{
	struct ranked_functions *f = cli_alloc(1, sizeof(*f));

	f->nevents = nevents;
	return f;
}

static void
append(struct ranked_functions *f, const struct function_name *name)
{
	size_t size = f->nevents * sizeof(*f->sums);

	f->list = cli_grow(f->list, f->n, sizeof(*f->list));
	f->sums = cli_grow(f->sums, f->n, size);
	memset(f->sums + f->n * f->nevents, 0, size);
	f->list[f->n++] = *name;
}

/* Adds counts with their signs: the rows of a function may cancel out. */
void
ranked_functions_add(struct ranked_functions *f, const struct cg_record *record)
{
	struct function_name name = name_of(record);
	__int128 *sums;

	if (f->n == 0 || compare(&f->list[f->n - 1], &name) != 0)
		append(f, &name);
	if (record->kind != CG_COSTS)
		return;
	sums = f->sums + (f->n - 1) * f->nevents;
	for (size_t i = 0; i < f->nevents; i++)
		sums[i] += record->counts[i];
}

void
ranked_functions_rank(struct ranked_functions *f, const struct ranking *ranking,
    const int64_t *total)
{
	struct sizes sizes = sizes_new(f->n, f->nevents);

	for (size_t i = 0; i < f->n * f->nevents; i++)
		sizes.list[i] = size_of_count(f->sums[i]);
	f->kept = cli_alloc(f->n + 1, sizeof(*f->kept));
	if (ranking->threshold != NULL)
		ranking_threshold(ranking, &sizes, total, f->kept);
	else
		memset(f->kept, true, f->n * sizeof(*f->kept));
	ranking_top(ranking, &sizes, ranking->top_event, f->kept);
	sizes_release(&sizes);
}

bool
ranked_functions_keep(
    struct ranked_functions *f, const struct cg_record *record)
{
	struct function_name name = name_of(record), *found;

	if (f->n == 0)
		return false;
	/* in sorted rows, mostly the function found last, or the next one */
	for (size_t i = f->last; i < f->n && i <= f->last + 1; i++)
		if (compare(&name, &f->list[i]) == 0) {
			f->last = i;
			return f->kept[i];
		}
	found = bsearch(&name, f->list, f->n, sizeof(*f->list), compare);
	if (found == NULL)
		return false;
	f->last = (size_t)(found - f->list);
	return f->kept[f->last];
}

void
ranked_functions_free(struct ranked_functions *f)
{
	free(f->list);
	free(f->sums);
	free(f->kept);
	free(f);
}
