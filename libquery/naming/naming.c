/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Takes the addresses of profiles, and finds what is at them.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/header/compilers.h"
#include "libcli/cli.h"
#include "places.h"

enum { MANY_ADDRESSES = 1 << 14 };

struct naming *
naming_new(const struct build_ids *ids)
{
	struct naming *naming = cli_alloc(1, sizeof(*naming));

	naming->ids = ids;
	return naming;
}

/* --- addresses ------------------------------------------------------------ */

/* Finds or adds an object; nearly always it is the one that was found last. */
static size_t
find_object(const struct naming *naming, const char *path)
{
	size_t i = 0;

	while (
	    i < naming->nobjects && strcmp(naming->objects[i].path, path) != 0)
		i++;
	return i;
}

static struct naming_object *
object_of(struct naming *naming, const char *path)
{
	size_t i = find_object(naming, path);

	if (i == naming->nobjects) {
		naming->objects = cli_grow(naming->objects, naming->nobjects,
		    sizeof(*naming->objects));
		naming->objects[naming->nobjects++] = (struct naming_object){
		    .path = cli_copy(path, strlen(path))};
	}
	return &naming->objects[i];
}

static int
compare_addresses(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* sorts the addresses and keeps each once */
static void
sort_addresses(struct naming_object *object)
{
	uint64_t *addresses = object->addresses;
	size_t n = 0;

	if (object->n > 0)
		qsort(addresses, object->n, sizeof(*addresses),
		    compare_addresses);
	for (size_t i = 0; i < object->n; i++)
		if (n == 0 || addresses[i] != addresses[n - 1])
			addresses[n++] = addresses[i];
	object->n = n;
}

/* Addresses come again in each context of their function, so they are sorted out
 * whenever there are twice as many. */
static void
add_address(struct naming_object *object, uint64_t address)
{
	if (address == 0)
		return;
	if (object->n > MANY_ADDRESSES && object->n > 2 * object->nsorted) {
		sort_addresses(object);
		object->nsorted = object->n;
	}
	object->addresses =
	    cli_grow(object->addresses, object->n, sizeof(*object->addresses));
	object->addresses[object->n++] = address;
}

void
naming_add(struct naming *naming, const char *object, uint64_t address)
{
	add_address(object_of(naming, object), address);
}

uint64_t
naming_first(const char *file, const char *function)
{
	const char *text = strcmp(file, cg_unknown_name) == 0 ? function : file;

	return strncmp(text, "0x", 2) == 0 ? strtoull(text, NULL, 16) : 0;
}

bool
naming_is_object(const char *path)
{
	return *path != '\0' && strcmp(path, cg_unknown_name) != 0;
}

static void
add_function(
    struct naming_object *object, const char *file, const char *function)
{
	add_address(object, naming_first(file, function));
	object->has_symbols |= strcmp(file, cg_unknown_name) != 0;
}

/* Takes the places of calls in a stack, up to the first caller that was taken
 * before. */
static void
add_stack(struct naming *naming, const struct cg_context *context)
{
	struct seen *seen = &naming->seen;

	for (; context != NULL; context = context->caller) {
		if (context->number >= seen->n) {
			size_t n = 2 * (size_t)context->number + 64;

			seen->numbers = cli_resize(seen->numbers, n, 1);
			memset(seen->numbers + seen->n, 0, n - seen->n);
			seen->n = n;
		}
		if (seen->numbers[context->number])
			break;
		seen->numbers[context->number] = true;
		add_function(object_of(naming, context->object),
		    context->def_file, context->function);
		if (context->caller != NULL)
			add_address(object_of(naming, context->caller->object),
			    context->address);
	}
}

void
naming_add_stacks(struct naming *naming, const struct cg_record *record)
{
	add_stack(naming, record->context);
	add_stack(naming, record->target.context);
}

void
naming_forget_stacks(struct naming *naming)
{
	free(naming->seen.numbers);
	naming->seen = (struct seen){0};
}

int
naming_collect(struct naming *naming, struct cg_profile *profile)
{
	struct cg_record row, last = {0};
	const struct cg_target *target = &row.target;
	size_t own = 0; /* the row's object, which may move */

	if (cg_profile_sort(profile) < 0)
		return -1;
	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		cg_profile_at(profile, i, &row);
		if (row.kind == CG_ENTRIES)
			continue;
		if (row.object != last.object)
			own = (size_t)(object_of(naming, row.object) -
				       naming->objects);
		if (!cg_record_same_function(&row, &last))
			add_function(
			    &naming->objects[own], row.def_file, row.function);
		if (!cg_is_folded(row.kind))
			add_address(&naming->objects[own], row.address);
		if (row.kind == CG_CALL) {
			struct naming_object *callee =
			    object_of(naming, target->object);

			add_function(callee, target->file, target->function);
			add_address(callee, target->address);
		} else if (row.kind != CG_COSTS && !cg_is_folded(row.kind)) {
			add_address(&naming->objects[own], target->address);
		}
		naming_add_stacks(naming, &row);
		last = row;
	}
	naming_forget_stacks(naming);
	return 0;
}

/* --- answers -------------------------------------------------------------- */

int
naming_find(struct naming *naming, const struct names_options *options,
    struct cg_error *error)
{
	naming->asked = cli_alloc(naming->nobjects + 1, sizeof(*naming->asked));
	for (size_t i = 0; i < naming->nobjects; i++) {
		struct naming_object *object = &naming->objects[i];
		struct names_object *asked = &naming->asked[i];

		sort_addresses(object);
		*asked = (struct names_object){
		    .path = object->path,
		    .build_id = build_ids_find(naming->ids, object->path),
		    .addresses = object->addresses,
		};
		/* any file could be at the path of an object without one */
		if (asked->build_id != NULL)
			asked->naddresses = object->n;
	}
	naming->answers =
	    object_names_find(naming->asked, naming->nobjects, options, error);
	return naming->answers != NULL ? 0 : -1;
}

char *
naming_compilers(const struct naming *naming)
{
	struct compilers compilers = {0};
	char *desc;

	for (size_t i = 0; naming->answers != NULL && i < naming->nobjects; i++)
		for (size_t k = 0; k < naming->asked[i].ncompilers; k++) {
			const char *text = naming->asked[i].compilers[k];

			compilers_add(&compilers, text, strlen(text));
		}
	desc = compilers_describe(&compilers);
	compilers_release(&compilers);
	return desc;
}

void
naming_warn(const struct naming *naming)
{
	for (size_t i = 0; naming->answers != NULL && i < naming->nobjects; i++)
		if (naming->asked[i].problem != NULL)
			cli_warn("files and lines are missing: %s: %s",
			    naming->asked[i].path, naming->asked[i].problem);
}

/* --- places --------------------------------------------------------------- */

static const struct names_place unknown;

void
naming_search(const struct naming *naming, struct address_search *search,
    const char *path)
{
	size_t i;

	if (search->path == path)
		return;
	i = find_object(naming, path);
	*search = (struct address_search){
	    .path = path,
	    .index = i,
	    .has_symbols = naming->objects[i].has_symbols,
	};
	if (naming->answers != NULL && naming->asked[i].places != NULL)
		search->object = &naming->asked[i];
}

const struct names_place *
naming_find_place(struct address_search *search, uint64_t address)
{
	const struct names_object *object = search->object;
	const uint64_t *found;
	size_t i = search->next;

	if (object == NULL || address == 0)
		return &unknown;
	if (i >= object->naddresses || object->addresses[i] != address) {
		found = bsearch(&address, object->addresses, object->naddresses,
		    sizeof(address), compare_addresses);
		if (found == NULL)
			return &unknown;
		i = (size_t)(found - object->addresses);
	}
	search->next = i + 1;
	return object->places[i] != NULL ? object->places[i] : &unknown;
}

const struct names_place *
naming_place(const struct naming *naming, const char *object, uint64_t address)
{
	size_t i = find_object(naming, object);
	struct address_search search = {0};

	if (i == naming->nobjects)
		return &unknown;
	naming_search(naming, &search, naming->objects[i].path);
	return naming_find_place(&search, address);
}

int64_t
naming_without_line(const struct naming *naming)
{
	return naming->without_line;
}

int64_t
naming_unnamed(const struct naming *naming, const char **most)
{
	int64_t sum = 0, max = 0;

	for (size_t i = 0; i < naming->nobjects; i++) {
		const struct naming_object *object = &naming->objects[i];

		sum += object->unnamed;
		if (object->unnamed > max) {
			max = object->unnamed;
			*most = object->path;
		}
	}
	return sum;
}

void
naming_free(struct naming *naming)
{
	if (naming == NULL)
		return;
	object_names_free(naming->answers);
	naming_forget_stacks(naming);
	for (size_t i = 0; i < naming->nobjects; i++) {
		free(naming->objects[i].path);
		free(naming->objects[i].addresses);
	}
	free(naming->objects);
	free(naming->asked);
	free(naming);
}
