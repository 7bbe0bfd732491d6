/* SPDX-License-Identifier: BSD-2-Clause */
/* A datum has few fields and few lines of code, so that parts are looked up one after
 * another only if they follow one another; equal ones are joined when sorted by name. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/rank.h"
#include "model/count_sums.h"
#include "data_parts.h"

/* --- adding --------------------------------------------------------------- */

static void
append(struct data_parts *p, struct data_part part, const int64_t *counts)
{
	p->list = cli_grow(p->list, p->n, sizeof(*p->list));
	part.counts = cli_alloc(p->nevents, sizeof(*part.counts));
	memcpy(part.counts, counts, p->nevents * sizeof(*counts));
	p->list[p->n++] = part;
}

static int
compare_names(const void *a, const void *b)
{
	const struct data_part *x = a, *y = b;
	int order = strcmp(x->def_file, y->def_file);

	if (order == 0)
		order = (x->line > y->line) - (x->line < y->line);
	if (order == 0)
		order = strcmp(x->function, y->function);
	return order != 0 ? order : strcmp(x->object, y->object);
}

static int
compare_sizes(const void *a, const void *b)
{
	const struct data_part *x = a, *y = b;
	unsigned __int128 p =
	    size_of_count(data_column_count(x->column, x->counts));
	unsigned __int128 q =
	    size_of_count(data_column_count(y->column, y->counts));

	if (p != q)
		return p > q ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Makes one part of equal ones, and sorts them by size in a column. */
static void
arrange(struct data_parts *p, const struct data_column *column)
{
	size_t n = 0;

	if (p->n > 1) /* qsort takes no NULL */
		qsort(p->list, p->n, sizeof(*p->list), compare_names);
	for (size_t i = 0; i < p->n; i++) {
		struct data_part part = p->list[i];

		count_sum_add(p->counts, part.counts, p->nevents,
		    "the misses on a datum");
		if (n > 0 && compare_names(&p->list[n - 1], &part) == 0) {
			count_sum_add(p->list[n - 1].counts, part.counts,
			    p->nevents, "the misses on a datum");
			free(part.counts);
			continue;
		}
		part.number = n;
		part.column = column;
		p->list[n++] = part;
	}
	p->n = n;
	if (n > 1)
		qsort(p->list, n, sizeof(*p->list), compare_sizes);
}

/* --- fields and code ------------------------------------------------------ */

/* Returns the name without the name of the datum before it. */
static const char *
short_field(const char *name, const char *datum)
{
	size_t len = strlen(datum);

	return strncmp(name, datum, len) == 0 && name[len] != '\0' ? name + len
								   : name;
}

static void
add_field(struct data_parts *p, const struct data_list *data,
    const struct cg_record *call)
{
	const struct cg_target *to = &call->target;
	struct data_part part = {
	    .object = to->object,
	    .def_file = to->file,
	    .function = to->function,
	    .name = short_field(to->function, call->function),
	    .file = cg_unknown_name,
	};
	size_t end, site = data_sites_find(
			&data->sites, to->object, to->file, to->function, &end);

	/* the line of an offset is that of its datum, which says nothing */
	if (site < end && !is_data_offset(to->function)) {
		part.file = data->sites.list[site].file;
		part.line = data->sites.list[site].line;
	}
	append(p, part, call->counts);
}

static bool
is_partner(const struct data_part *part, const char *file, const char *function)
{
	return strcmp(part->function, function) == 0 &&
	       strcmp(part->def_file, file) == 0;
}

/* Adds who shares lines with a datum or field, at each line, unless that is there. */
static void
add_partner(struct data_parts *p, const struct data_list *data,
    const struct cg_record *call)
{
	const struct cg_target *to = &call->target;
	size_t end, site = data_sites_find(
			&data->sites, to->object, to->file, to->function, &end);

	for (size_t i = 0; i < p->n; i++)
		if (is_partner(&p->list[i], to->file, to->function))
			return;
	for (; site < end; site++) {
		const struct data_site *s = &data->sites.list[site];

		append(p,
		    (struct data_part){
			.object = s->object,
			.def_file = s->def_file,
			.function = s->function,
			.name = data_partner(s->function, call->function),
			.file = s->file,
			.line = s->line,
		    },
		    s->counts);
	}
}

static void
add_code(struct data_parts *p, const struct cg_record *call)
{
	const struct cg_target *to = &call->target;

	append(p,
	    (struct data_part){
		.object = to->object,
		.def_file = to->file,
		.function = to->function,
		.name = to->function,
		.file = to->file,
		.line = to->line,
	    },
	    call->counts);
}

/* Adds what a datum calls itself, as if it were a field. */
static void
add_rest(struct data_parts *p, const struct cg_record *call)
{
	append(p,
	    (struct data_part){
		.object = call->object,
		.def_file = call->def_file,
		.function = call->function,
		.name = "(no field)",
		.file = cg_unknown_name,
	    },
	    call->counts);
}

enum wanted { FIELDS, REST, PARTNERS, CODE };

/* Returns what a call leads to. */
static enum wanted
kind_of(const struct cg_record *call)
{
	if (!cg_is_data(call->target.object))
		return CODE;
	return data_partner(call->target.function, call->function) != NULL
		   ? PARTNERS
		   : FIELDS;
}

/* Adds what the sites of a datum or field call. */
static void
add_calls(struct data_parts *p, const struct data_list *data,
    const struct data_site *of, enum wanted wanted)
{
	size_t end, site = data_sites_find(&data->sites, of->object,
			of->def_file, of->function, &end);

	for (; site < end; site++) {
		const struct data_site *s = &data->sites.list[site];

		for (size_t i = s->first; i < s->end; i++) {
			struct cg_record call;
			enum wanted kind;

			cg_profile_at(data->sites.rows, i, &call);
			if (call.kind != CG_CALL)
				continue;
			kind = kind_of(&call);
			if (kind != FIELDS && wanted == REST)
				add_rest(p, &call);
			else if (kind != wanted)
				continue;
			else if (kind == FIELDS)
				add_field(p, data, &call);
			else if (kind == PARTNERS)
				add_partner(p, data, &call);
			else
				add_code(p, &call);
		}
	}
}

static void
init(struct data_parts *p, const struct data_list *data)
{
	*p = (struct data_parts){.nevents = data->sites.nevents};
	p->counts = cli_alloc(p->nevents, sizeof(*p->counts));
}

/* Returns a field or partner as if it were a site. */
static struct data_site
site_of(const struct data_part *part)
{
	return (struct data_site){
	    .object = part->object,
	    .def_file = part->def_file,
	    .function = part->function,
	};
}

/* Returns the first column that has counts of a part, or the first one. */
static const struct data_column *
deciding_column(const struct data_parts *p, const struct data_list *data)
{
	for (size_t i = 0; i < data->ncolumns; i++)
		for (size_t j = 0; j < p->n; j++)
			if (data_column_count(
				&data->columns[i], p->list[j].counts) != 0)
				return &data->columns[i];
	return &data->columns[0];
}

void
data_parts_partners(struct data_parts *p, const struct data_list *data,
    const struct data_site *datum)
{
	init(p, data);
	add_calls(p, data, datum, PARTNERS);
	arrange(p, deciding_column(p, data));
}

/* Adds the code that misses on a datum or field, and that shares lines of it. */
static void
add_all_code(struct data_parts *p, const struct data_list *data,
    const struct data_site *of)
{
	struct data_parts partners;

	add_calls(p, data, of, CODE);
	data_parts_partners(&partners, data, of);
	for (size_t i = 0; i < partners.n; i++) {
		const struct data_part *part = &partners.list[i];
		struct data_site site = site_of(part);
		size_t first = 0;

		/* it is there with each of its lines, but has all code */
		while (!is_partner(
		    &partners.list[first], part->def_file, part->function))
			first++;
		if (first == i)
			add_calls(p, data, &site, CODE);
	}
	data_parts_release(&partners);
}

void
data_parts_fields(struct data_parts *p, const struct data_list *data,
    const struct data_site *datum)
{
	init(p, data);
	add_calls(p, data, datum, FIELDS);
	if (p->n > 0)
		add_calls(p, data, datum, REST);
	arrange(p, &data->columns[0]);
}

void
data_parts_field_code(struct data_parts *p, const struct data_list *data,
    const struct data_part *field)
{
	struct data_site site = site_of(field);

	init(p, data);
	add_all_code(p, data, &site);
	arrange(p, &data->columns[0]);
}

void
data_parts_field_partners(struct data_parts *p, const struct data_list *data,
    const struct data_part *field)
{
	struct data_site site = site_of(field);

	data_parts_partners(p, data, &site);
}

void
data_parts_code(struct data_parts *p, const struct data_list *data,
    const struct data_site *datum)
{
	struct data_parts fields;

	data_parts_fields(&fields, data, datum);
	init(p, data);
	if (fields.n == 0)
		add_all_code(p, data, datum);
	for (size_t i = 0; i < fields.n; i++) {
		struct data_site site = site_of(&fields.list[i]);

		add_all_code(p, data, &site);
	}
	arrange(p, &data->columns[0]);
	data_parts_release(&fields);
}

void
data_parts_release(struct data_parts *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->list[i].counts);
	free(p->list);
	free(p->counts);
}
