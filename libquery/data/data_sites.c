/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the rows of data until all are known: only then is it known which of them are
 * fields.  Sorted rows of one site follow one another.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data_sites.h"
#include "libcli/cli.h"

void
data_sites_init(struct data_sites *d, size_t nevents, struct cg_error *error)
{
	*d = (struct data_sites){.error = error, .nevents = nevents};
}

int
data_sites_add(struct data_sites *d, const struct cg_record *row)
{
	struct cg_record plain;

	if (!is_of_data(row) || (row->kind != CG_COSTS && row->kind != CG_CALL))
		return 0;
	if (d->rows == NULL)
		d->rows = cg_profile_new(d->nevents, d->error);
	if (d->rows == NULL)
		return -1;
	plain = *row;
	plain.host_file = plain.host = plain.region = NULL;
	plain.context = plain.target.context = NULL;
	plain.address = plain.target.address = 0;
	plain.target.inlined = CG_NOT_INLINED;
	return cg_profile_add(d->rows, &plain);
}

/* --- sites ---------------------------------------------------------------- */

static int
compare_names(const struct data_site *a, const struct data_site *b)
{
	int order = strcmp(a->object, b->object);

	if (order == 0)
		order = strcmp(a->def_file, b->def_file);
	return order != 0 ? order : strcmp(a->function, b->function);
}

/* True if the row is of the site; names of one profile have equal pointers. */
static bool
is_at(const struct data_site *site, const struct cg_record *row)
{
	return site->line == row->line && site->file == row->file &&
	       site->function == row->function &&
	       site->def_file == row->def_file && site->object == row->object;
}

/* Begins a site at row i. */
static void
append(struct data_sites *d, const struct cg_record *row, size_t i)
{
	d->list = cli_grow(d->list, d->n, sizeof(*d->list));
	d->list[d->n++] = (struct data_site){
	    .object = row->object,
	    .def_file = row->def_file,
	    .function = row->function,
	    .file = row->file,
	    .line = row->line,
	    .first = i,
	};
}

/* Adds up the rows of a site. */
static int
add_up(struct data_sites *d, struct data_site *site)
{
	struct cg_record row;

	for (size_t i = site->first; i < site->end; i++) {
		cg_profile_at(d->rows, i, &row);
		if (cg_counts_add(site->counts, row.counts, d->nevents) ==
		    d->nevents)
			continue;
		snprintf(d->error->text, sizeof(d->error->text),
		    "the misses on a datum do not fit in 64 bits");
		return -1;
	}
	return 0;
}

/* Marks the sites of what a datum calls. */
static void
mark_fields(struct data_sites *d)
{
	struct cg_record row;

	for (size_t i = 0; i < cg_profile_len(d->rows); i++) {
		const struct cg_target *to = &row.target;
		size_t field, end;

		cg_profile_at(d->rows, i, &row);
		if (row.kind != CG_CALL || !cg_is_data(to->object) ||
		    strcmp(to->function, row.function) == 0)
			continue;
		field = data_sites_find(
		    d, to->object, to->file, to->function, &end);
		for (; field < end; field++)
			d->list[field].is_field = true;
	}
}

int
data_sites_complete(struct data_sites *d)
{
	size_t n;

	if (d->rows == NULL)
		return 0;
	if (cg_profile_sort(d->rows) < 0)
		return -1;
	n = cg_profile_len(d->rows);
	for (size_t i = 0; i < n; i++) {
		struct cg_record row;

		cg_profile_at(d->rows, i, &row);
		if (d->n == 0 || !is_at(&d->list[d->n - 1], &row))
			append(d, &row, i);
		d->list[d->n - 1].end = i + 1;
	}
	d->counts = cli_alloc(d->n * d->nevents, sizeof(*d->counts));
	for (size_t i = 0; i < d->n; i++) {
		d->list[i].counts = d->counts + i * d->nevents;
		if (add_up(d, &d->list[i]) < 0)
			return -1;
	}
	mark_fields(d);
	return 0;
}

size_t
data_sites_find(const struct data_sites *d, const char *object,
    const char *def_file, const char *function, size_t *end)
{
	const struct data_site wanted = {
	    .object = object, .def_file = def_file, .function = function};
	size_t low = 0, high = d->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_names(&d->list[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*end = low;
	while (*end < d->n && compare_names(&d->list[*end], &wanted) == 0)
		++*end;
	return low;
}

void
data_sites_release(struct data_sites *d)
{
	cg_profile_free(d->rows);
	free(d->list);
	free(d->counts);
}
