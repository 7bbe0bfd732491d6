/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A key of code is of one function of an object at most, so equal keys are one function, wherever
 * it is.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libnames/object_names.h"
#include "libquery/address_name.h"
#include "libquery/lower_bound.h"
#include "libquery/machine_code/code_address.h"
#include "same_code.h"

static uint64_t
address_of(const char *name)
{
	struct address_name parts = {0};

	if (address_name_parse(&parts, name) && parts.nobject > 0)
		name += parts.nobject + 1;
	return strtoull(name, NULL, 16);
}

void
same_code_note(struct same_code *same, enum same_side side, const char *object,
    const char *name, size_t len)
{
	struct same_function **list = &same->list[side];
	size_t *n = &same->n[side];
	uint64_t address = address_of(name);

	/* mostly the rows of a function follow one another */
	if (*n > 0 && (*list)[*n - 1].address == address &&
	    strcmp((*list)[*n - 1].object, object) == 0)
		return;
	*list = cli_grow(*list, *n, sizeof(**list));
	(*list)[(*n)++] = (struct same_function){
	    .object = cli_copy(object, strlen(object)),
	    .name = cli_copy(name, len),
	    .address = address,
	};
}

static int
compare(const void *a, const void *b)
{
	const struct same_function *x = a, *y = b;

	return code_address_compare(
	    x->object, x->address, y->object, y->address);
}

static void
release(struct same_function *function)
{
	free(function->object);
	free(function->name);
}

/* Sorts the functions, and keeps each once. */
static void
sort(struct same_code *same, enum same_side side)
{
	struct same_function *list = same->list[side];
	size_t n = 0;

	if (same->n[side] > 1)
		qsort(list, same->n[side], sizeof(*list), compare);
	for (size_t i = 0; i < same->n[side]; i++)
		if (n > 0 && compare(&list[n - 1], &list[i]) == 0)
			release(&list[i]);
		else
			list[n++] = list[i];
	same->n[side] = n;
}

/* --- the functions of one object ------------------------------------------ */

/* the functions of an object on one side */
struct same_range {
	struct same_function *list;
	size_t n;
};

static int
compare_object(const void *function, const void *object)
{
	const struct same_function *f = function;

	return strcmp(f->object, object);
}

/* finds the first one after the object's */
static int
compare_end_of_object(const void *function, const void *object)
{
	return compare_object(function, object) <= 0 ? -1 : 1;
}

static struct same_range
range_of(const struct same_code *same, enum same_side side, const char *object)
{
	struct same_range range;
	size_t i = lower_bound(object, same->list[side], same->n[side],
	    sizeof(*range.list), compare_object);

	range.list = same->list[side] + i;
	range.n = lower_bound(object, range.list, same->n[side] - i,
	    sizeof(*range.list), compare_end_of_object);
	return range;
}

/* an object of which both sides have functions */
struct same_object {
	struct same_range sides[SAME_SIDES];
	const char *paths[SAME_SIDES], *ids[SAME_SIDES];
};

static struct same_object *
find_objects(
    const struct same_code *same, const struct builds *builds, size_t *n)
{
	struct same_object *objects = NULL;
	struct same_range old;

	*n = 0;
	for (size_t i = 0; i < same->n[SAME_OLD]; i += old.n) {
		const char *object = same->list[SAME_OLD][i].object;
		struct same_object found = {.ids = {NULL}};

		old = found.sides[SAME_OLD] = range_of(same, SAME_OLD, object);
		found.paths[SAME_NEW] =
		    builds_find(builds, object, &found.paths[SAME_OLD]);
		if (found.paths[SAME_NEW] == NULL)
			continue;
		found.sides[SAME_NEW] =
		    range_of(same, SAME_NEW, found.paths[SAME_NEW]);
		found.ids[SAME_OLD] =
		    build_ids_find(&builds->old, found.paths[SAME_OLD]);
		found.ids[SAME_NEW] =
		    build_ids_find(&builds->new, found.paths[SAME_NEW]);
		if (found.sides[SAME_NEW].n == 0 ||
		    found.ids[SAME_OLD] == NULL || found.ids[SAME_NEW] == NULL)
			continue;
		objects = cli_grow(objects, *n, sizeof(*objects));
		objects[(*n)++] = found;
	}
	return objects;
}

static int
compare_keys(const void *a, const void *b)
{
	struct same_function *const *x = a, *const *y = b;

	return strcmp((*x)->key, (*y)->key);
}

/* Returns the functions that have keys, by these; the caller frees the array. */
static struct same_function **
by_key(const struct same_range *range, size_t *n)
{
	struct same_function **list = cli_alloc(range->n, sizeof(*list));

	*n = 0;
	for (size_t i = 0; i < range->n; i++)
		if (range->list[i].key != NULL)
			list[(*n)++] = &range->list[i];
	if (*n > 1)
		qsort(list, *n, sizeof(*list), compare_keys);
	return list;
}

static void
match(const struct same_object *object)
{
	size_t nold, nnew, j = 0;
	struct same_function **old = by_key(&object->sides[SAME_OLD], &nold);
	struct same_function **new = by_key(&object->sides[SAME_NEW], &nnew);

	for (size_t i = 0; i < nold; i++) {
		while (j < nnew && compare_keys(&new[j], &old[i]) < 0)
			j++;
		if (j == nnew || compare_keys(&new[j], &old[i]) != 0)
			continue;
		old[i]->other = new[j];
		new[j]->other = old[i];
	}
	free(old);
	free(new);
}

/* --- all objects ---------------------------------------------------------- */

static struct names_object
question_of(const struct same_object *object, enum same_side side)
{
	const struct same_range *range = &object->sides[side];
	uint64_t *addresses = cli_alloc(range->n, sizeof(*addresses));

	for (size_t i = 0; i < range->n; i++)
		addresses[i] = range->list[i].address;
	return (struct names_object){
	    .path = object->paths[side],
	    .build_id = object->ids[side],
	    .addresses = addresses,
	    .naddresses = range->n,
	};
}

static void
take_keys(const struct same_range *range, const struct names_object *answered)
{
	for (size_t i = 0; i < range->n; i++)
		if (answered->places[i] != NULL)
			range->list[i].key = answered->places[i]->function;
}

static void
ask(struct same_code *same, const struct same_object *objects, size_t n)
{
	struct names_options options = {.keys = true};
	struct names_object *asked = cli_alloc(SAME_SIDES * n, sizeof(*asked));
	struct cg_error error;

	for (size_t i = 0; i < SAME_SIDES * n; i++)
		asked[i] = question_of(
		    &objects[i / SAME_SIDES], (enum same_side)(i % SAME_SIDES));
	same->keys = object_names_find(asked, SAME_SIDES * n, &options, &error);
	for (size_t i = 0; i < SAME_SIDES * n; i++) {
		if (same->keys != NULL)
			take_keys(
			    &objects[i / SAME_SIDES].sides[i % SAME_SIDES],
			    &asked[i]);
		free((void *)asked[i].addresses);
	}
	free(asked);
}

void
same_code_find(struct same_code *same, const struct builds *builds)
{
	struct same_object *objects;
	size_t n;

	sort(same, SAME_OLD);
	sort(same, SAME_NEW);
	objects = find_objects(same, builds, &n);
	if (n > 0)
		ask(same, objects, n);
	for (size_t i = 0; i < n; i++)
		match(&objects[i]);
	free(objects);
}

static int
compare_address(const void *function, const void *address)
{
	const struct same_function *f = function;
	const uint64_t *wanted = address;

	return (f->address > *wanted) - (f->address < *wanted);
}

const char *
same_code_name(const struct same_code *same, enum same_side side,
    const char *object, const char *name)
{
	struct same_range range = range_of(same, side, object);
	uint64_t address = address_of(name);
	size_t i = lower_bound(&address, range.list, range.n,
	    sizeof(*range.list), compare_address);
	const struct same_function *found = &range.list[i];

	if (i == range.n || found->address != address || found->other == NULL)
		return NULL;
	return side == SAME_NEW ? found->name : found->other->name;
}

void
same_code_release(struct same_code *same)
{
	for (int side = 0; side < SAME_SIDES; side++) {
		for (size_t i = 0; i < same->n[side]; i++)
			release(&same->list[side][i]);
		free(same->list[side]);
	}
	object_names_free(same->keys);
}
