/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile has the rows of a function and a host together, so few runs are sorted. */
#include <stdlib.h>
#include <string.h>

#include "code_rows.h"
#include "libcli/cli.h"
#include "libquery/data/data_object.h"

int
code_rows_init(struct code_rows *r, size_t nevents, struct cg_error *error)
{
	*r = (struct code_rows){.error = error, .nevents = nevents};
	r->rows = cg_profile_new(nevents, error);
	if (r->rows == NULL)
		return -1;
	cg_profile_pack(r->rows);
	return 0;
}

/* --- names ---------------------------------------------------------------- */

/* Returns the length of a name without its level. */
static size_t
length_without_level(const char *name)
{
	size_t len = strlen(name), n = len;

	while (n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9')
		n--;
	return n > 1 && n < len && name[n - 1] == '\'' ? n - 1 : len;
}

const char *
code_name(const char *name, char **memory)
{
	size_t len;

	if (name == NULL || strchr(name, '\'') == NULL)
		return name;
	len = length_without_level(name);
	if (name[len] == '\0')
		return name;
	free(*memory);
	*memory = cli_copy(name, len);
	return *memory;
}

const char *
code_rows_function_of(const struct cg_record *record)
{
	return record->host != NULL ? record->host : record->function;
}

/* --- adding --------------------------------------------------------------- */

int
code_rows_add(struct code_rows *r, const struct cg_record *record)
{
	struct cg_record row;

	if (record->kind == CG_ENTRIES || cg_is_folded(record->kind) ||
	    is_of_data(record))
		return 0;
	row = *record;
	r->has_hidden |= cg_is_filtered(row.file);
	/* what is hidden has no address; what was inlined into it may have one */
	if (row.address == 0 &&
	    cg_is_filtered(row.host != NULL ? row.host_file : row.def_file))
		return 0;
	row.context = row.target.context = NULL;
	row.region = NULL;
	row.function = code_name(row.function, &r->name);
	row.host = code_name(row.host, &r->host);
	row.target.function = code_name(row.target.function, &r->target);
	r->has_jumps |= row.kind == CG_JUMP || row.kind == CG_BRANCH;
	return cg_profile_add(r->rows, &row);
}

/* --- functions ------------------------------------------------------------ */

static struct code_run
run_of(const struct cg_record *row, size_t i)
{
	return (struct code_run){
	    .object = row->object,
	    .file = row->host != NULL ? row->host_file : row->def_file,
	    .function = code_rows_function_of(row),
	    .first = i,
	    .end = i + 1,
	};
}

/* names of one profile are equal if their pointers are */
static bool
is_same(const struct code_run *a, const struct code_run *b)
{
	return a->object == b->object && a->file == b->file &&
	       a->function == b->function;
}

static void
find_runs(struct code_rows *r)
{
	size_t n = cg_profile_len(r->rows);

	for (size_t i = 0; i < n; i++) {
		struct cg_record row;
		struct code_run run;

		cg_profile_at(r->rows, i, &row);
		run = run_of(&row, i);
		if (r->nruns > 0 && is_same(&r->runs[r->nruns - 1], &run)) {
			r->runs[r->nruns - 1].end = i + 1;
			continue;
		}
		r->runs = cli_grow(r->runs, r->nruns, sizeof(*r->runs));
		r->runs[r->nruns++] = run;
	}
}

static int
compare_runs(const void *a, const void *b)
{
	const struct code_run *x = a, *y = b;
	int order = strcmp(x->object, y->object);

	if (order == 0)
		order = strcmp(x->file, y->file);
	if (order == 0)
		order = strcmp(x->function, y->function);
	return order != 0 ? order
			  : (x->first > y->first) - (x->first < y->first);
}

static void
add_costs(const struct code_rows *r, struct code_function *f, int64_t *to)
{
	for (size_t i = f->first_run; i < f->end_run; i++)
		for (size_t j = r->runs[i].first; j < r->runs[i].end; j++) {
			struct cg_record row;

			cg_profile_at(r->rows, j, &row);
			if (row.kind == CG_COSTS &&
			    cg_counts_add(to, row.counts, r->nevents) <
				r->nevents)
				cli_die("the cost of %s:%s does not fit in 64 "
					"bits",
				    f->file, f->function);
		}
	f->costs = to;
}

int
code_rows_complete(struct code_rows *r)
{
	if (cg_profile_sort(r->rows) < 0)
		return -1;
	find_runs(r);
	if (r->nruns > 1)
		qsort(r->runs, r->nruns, sizeof(*r->runs), compare_runs);
	r->functions = cli_alloc(r->nruns, sizeof(*r->functions));
	r->costs = cli_alloc(r->nruns * r->nevents, sizeof(*r->costs));
	for (size_t i = 0; i < r->nruns; i++) {
		const struct code_run *run = &r->runs[i];

		if (i == 0 || !is_same(run, &r->runs[i - 1]))
			r->functions[r->nfunctions++] =
			    (struct code_function){.object = run->object,
				.file = run->file,
				.function = run->function,
				.first_run = i};
		r->functions[r->nfunctions - 1].end_run = i + 1;
	}
	for (size_t i = 0; i < r->nfunctions; i++)
		add_costs(r, &r->functions[i], r->costs + i * r->nevents);
	return 0;
}

/* True if the rows have matching code that is inlined into their function. */
static bool
inlines_match(const struct code_rows *r, const struct code_run *run,
    const pcre2_code *pattern)
{
	const char *last = NULL;

	for (size_t i = run->first; i < run->end; i++) {
		struct cg_record row;

		cg_profile_at(r->rows, i, &row);
		if (row.host == NULL || row.function == last)
			continue;
		last = row.function;
		if (pattern_matches(pattern, row.function))
			return true;
	}
	return false;
}

bool
code_rows_match(const struct code_rows *r, const struct code_function *f,
    const pcre2_code *pattern)
{
	bool matches = pattern == NULL || pattern_matches(pattern, f->function);

	for (size_t i = f->first_run; i < f->end_run && !matches; i++)
		matches = inlines_match(r, &r->runs[i], pattern);
	return matches;
}

void
code_rows_release(struct code_rows *r)
{
	cg_profile_free(r->rows);
	free(r->name);
	free(r->host);
	free(r->target);
	free(r->runs);
	free(r->functions);
	free(r->costs);
	*r = (struct code_rows){.error = NULL};
}
