/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "asked_data.h"
#include "libcli/cli.h"

/* the addresses or offsets of an object */
struct address_list {
	uint64_t *list;
	size_t n;
};

struct asked_object {
	const char *path;
	struct address_list addresses, offsets;
	struct names_site *sites;
	size_t nsites;
};

struct asked_data {
	const struct raw_data *raw;
	struct asked_object *objects;
	struct names_data_object *answers; /* of the same objects */
	size_t n;
	/* of each datum on the heap, its first site in its object's, and how many */
	struct asked_site {
		size_t object, site;
	} * sites;          /* of all calls of all data, one after the other */
	size_t *first_site; /* of each datum, and one more */
	struct names_data *found;
};

/* --- objects -------------------------------------------------------------- */

static size_t
find_object(const struct asked_data *asked, const char *path)
{
	size_t i = 0;

	while (i < asked->n && strcmp(asked->objects[i].path, path) != 0)
		i++;
	return i;
}

static size_t
object_number(struct asked_data *asked, const char *path)
{
	size_t i = find_object(asked, path);

	if (i == asked->n) {
		asked->objects =
		    cli_grow(asked->objects, asked->n, sizeof(*asked->objects));
		asked->objects[asked->n++] =
		    (struct asked_object){.path = path};
	}
	return i;
}

/* The object may move when another one is added. */
static struct asked_object *
object_of(struct asked_data *asked, const char *path)
{
	size_t number = object_number(asked, path);

	return &asked->objects[number];
}

static void
add_address(struct address_list *addresses, uint64_t address)
{
	addresses->list =
	    cli_grow(addresses->list, addresses->n, sizeof(*addresses->list));
	addresses->list[addresses->n++] = address;
}

static int
compare_addresses(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* Sorts the addresses and keeps each once. */
static void
sort_addresses(struct address_list *addresses)
{
	size_t n = 0;

	if (addresses->n > 0)
		qsort(addresses->list, addresses->n, sizeof(*addresses->list),
		    compare_addresses);
	for (size_t i = 0; i < addresses->n; i++)
		if (n == 0 || addresses->list[i] != addresses->list[n - 1])
			addresses->list[n++] = addresses->list[i];
	addresses->n = n;
}

/* --- questions ------------------------------------------------------------ */

/* Returns where the row's variable is; NULL if that is not known. */
static const struct raw_place *
place_of_variable(const struct raw_datum *datum)
{
	const struct raw_place *place = datum->places;

	/* the first thread-local variable is at 0 */
	if (datum->nplaces == 0 || place->hidden ||
	    (datum->kind == RAW_STATIC && place->address == 0))
		return NULL;
	return datum->kind == RAW_STATIC || datum->kind == RAW_THREAD_LOCAL
		   ? place
		   : NULL;
}

static void
ask_variable(struct asked_data *asked, const struct raw_row *row)
{
	const struct raw_datum *datum = &asked->raw->data[row->datum];
	const struct raw_place *place = place_of_variable(datum);
	struct asked_object *object;

	if (place == NULL)
		return;
	object = object_of(asked, place->object);
	add_address(
	    datum->kind == RAW_STATIC ? &object->addresses : &object->offsets,
	    place->address + row->offset);
}

static void
ask_variables(struct asked_data *asked)
{
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(asked->raw->profile); i++) {
		struct raw_row row, partner;
		size_t code;

		cg_profile_at(asked->raw->profile, i, &record);
		row = raw_row_parse(record.function);
		ask_variable(asked, &row);
		if (raw_row_partner(record.function, &partner, &code))
			ask_variable(asked, &partner);
	}
}

/* Asks about the calls from the allocation function out to the site. */
static void
ask_types(struct asked_data *asked, const struct site *sites,
    const char *const *types)
{
	size_t n = 0;

	for (size_t i = 0; i < asked->raw->n; i++) {
		const struct raw_datum *datum = &asked->raw->data[i];

		asked->first_site[i] = n;
		for (size_t j = 0;
		     datum->kind == RAW_HEAP && j < datum->nplaces; j++) {
			const struct raw_place *call = &datum->places[j];
			size_t number = object_number(asked, call->object);
			struct asked_object *object = &asked->objects[number];

			object->sites = cli_grow(object->sites, object->nsites,
			    sizeof(*object->sites));
			object->sites[object->nsites] = (struct names_site){
			    .address = call->address,
			    .after = call->after,
			    .wanted = types[i],
			    .unit = datum->element != 0 ? datum->element
							: datum->unit,
			};
			asked->sites =
			    cli_grow(asked->sites, n, sizeof(*asked->sites));
			asked->sites[n++] =
			    (struct asked_site){number, object->nsites++};
			if (call == sites[i].call)
				break;
		}
	}
	asked->first_site[asked->raw->n] = n;
}

/* Any file could be at the path of an object without a build ID. */
static void
ask(struct asked_data *asked, const struct names_options *options)
{
	struct cg_error error;

	asked->answers = cli_alloc(asked->n + 1, sizeof(*asked->answers));
	for (size_t i = 0; i < asked->n; i++) {
		struct asked_object *object = &asked->objects[i];
		const char *id =
		    build_ids_find(&asked->raw->build_ids, object->path);

		sort_addresses(&object->addresses);
		sort_addresses(&object->offsets);
		asked->answers[i] = (struct names_data_object){
		    .path = object->path,
		    .build_id = id,
		    .addresses = object->addresses.list,
		    .naddresses = id != NULL ? object->addresses.n : 0,
		    .offsets = object->offsets.list,
		    .noffsets = id != NULL ? object->offsets.n : 0,
		    .sites = object->sites,
		    .nsites = id != NULL ? object->nsites : 0,
		};
	}
	asked->found =
	    names_data_find(asked->answers, asked->n, options, &error);
	if (asked->found == NULL)
		cli_warn("variables and types have no names: %s", error.text);
	for (size_t i = 0; i < asked->n; i++)
		if (asked->found != NULL && asked->answers[i].problem != NULL)
			cli_warn("names of data are missing: %s: %s",
			    asked->objects[i].path, asked->answers[i].problem);
}

struct asked_data *
asked_data_new(const struct raw_data *raw, const struct site *sites,
    const char *const *types, const struct names_options *options)
{
	struct asked_data *asked = cli_alloc(1, sizeof(*asked));

	asked->raw = raw;
	asked->first_site = cli_alloc(raw->n + 1, sizeof(*asked->first_site));
	ask_variables(asked);
	ask_types(asked, sites, types);
	ask(asked, options);
	return asked;
}

/* --- answers -------------------------------------------------------------- */

const struct names_type *
asked_data_type(const struct asked_data *asked, size_t datum)
{
	const struct names_type *type = NULL;

	for (size_t i = asked->first_site[datum];
	     i < asked->first_site[datum + 1] && type == NULL; i++) {
		const struct asked_site *at = &asked->sites[i];

		type = asked->objects[at->object].sites[at->site].type;
	}
	return type;
}

/* Returns the variable that is at an address or offset, or NULL. */
static const struct names_variable *
find_variable(const struct names_variable *const *variables,
    const uint64_t *addresses, size_t n, uint64_t address)
{
	const uint64_t *found = NULL;

	if (variables != NULL && n > 0)
		found = bsearch(
		    &address, addresses, n, sizeof(address), compare_addresses);
	return found != NULL ? variables[found - addresses] : NULL;
}

/* A range that has several offsets must be all of the variable. */
const struct names_variable *
asked_data_variable(
    const struct asked_data *asked, const struct raw_row *row, uint64_t *offset)
{
	const struct raw_datum *datum = &asked->raw->data[row->datum];
	const struct raw_place *place = place_of_variable(datum);
	const struct names_data_object *object;
	const struct names_variable *found;
	uint64_t address;

	if (place == NULL || asked->found == NULL)
		return NULL;
	object = &asked->answers[find_object(asked, place->object)];
	address = place->address + row->offset;
	if (datum->kind == RAW_STATIC)
		found = find_variable(
		    (const struct names_variable *const *)object->variables,
		    object->addresses, object->naddresses, address);
	else
		found = find_variable(
		    (const struct names_variable *const *)object->thread_locals,
		    object->offsets, object->noffsets, address);
	if (found == NULL || (row->step != 0 && place->range != 0 &&
				 (found->address > place->address ||
				     place->address + place->range >
					 found->address + found->size)))
		return NULL;
	*offset = address - found->address;
	return found;
}

void
asked_data_free(struct asked_data *asked)
{
	names_data_free(asked->found);
	for (size_t i = 0; i < asked->n; i++) {
		free(asked->objects[i].addresses.list);
		free(asked->objects[i].offsets.list);
		free(asked->objects[i].sites);
	}
	free(asked->objects);
	free(asked->answers);
	free(asked->sites);
	free(asked->first_site);
	free(asked);
}
