/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "code_places.h"
#include "libcli/cli.h"
#include "libquery/lower_bound.h"

static struct object_code *
find(const struct code_places *places, const char *path)
{
	for (size_t i = 0; i < places->n; i++)
		if (strcmp(places->list[i].names.path, path) == 0)
			return &places->list[i];
	return NULL;
}

/* Returns the place of an object; NULL if cg-names cannot be asked about it. */
static struct object_code *
find_or_add(struct code_places *places, const char *path,
    const struct build_ids *build_ids)
{
	struct object_code *place = find(places, path);
	const char *id = build_ids_find(build_ids, path);

	if (place != NULL)
		return place;
	if (*path != '/' || id == NULL)
		return NULL;
	places->list = cli_grow(places->list, places->n, sizeof(*places->list));
	place = &places->list[places->n++];
	*place = (struct object_code){.names = {.path = path, .build_id = id}};
	return place;
}

static void
add_addresses(struct object_code *place, const struct code_rows *rows,
    const struct code_run *run)
{
	for (size_t i = run->first; i < run->end; i++) {
		struct cg_record row;

		cg_profile_at(rows->rows, i, &row);
		if (row.kind != CG_COSTS || row.address == 0)
			continue;
		place->addresses = cli_grow(
		    place->addresses, place->room, sizeof(*place->addresses));
		place->addresses[place->room++] = row.address;
	}
}

static int
compare_addresses(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void
ask(struct object_code *place)
{
	struct names_options options = {.ndirectories = 0};
	uint64_t *addresses = place->addresses;
	struct cg_error error;
	size_t n = 0;

	if (place->room > 1)
		qsort(addresses, place->room, sizeof(*addresses),
		    compare_addresses);
	for (size_t i = 0; i < place->room; i++)
		if (n == 0 || addresses[i] != addresses[n - 1])
			addresses[n++] = addresses[i];
	place->names.addresses = addresses;
	place->names.naddresses = n;
	if (n > 0 && names_code_find(&place->names, &options, &error) < 0)
		cli_die("%s", error.text);
}

void
code_places_find(struct code_places *places, const struct code_rows *rows,
    const struct code_function *const *functions, size_t nfunctions,
    const struct build_ids *build_ids)
{
	for (size_t i = 0; i < nfunctions; i++) {
		const struct code_function *f = functions[i];
		struct object_code *place =
		    find_or_add(places, f->object, build_ids);

		for (size_t j = f->first_run; place != NULL && j < f->end_run;
		     j++)
			add_addresses(place, rows, &rows->runs[j]);
	}
	for (size_t i = 0; i < places->n; i++)
		ask(&places->list[i]);
}

static int
compare_address(const void *element, const void *key)
{
	return compare_addresses(element, key);
}

bool
code_places_answer(const struct code_places *places, struct names_code *names)
{
	const struct object_code *place = find(places, names->path);
	const struct names_code *from;

	if (place == NULL)
		return false;
	from = &place->names;
	names->file = from->file;
	names->machine = from->machine;
	names->id = from->id;
	names->problem = from->problem;
	if (from->file == NULL)
		return true;
	names->instructions =
	    cli_alloc(names->naddresses, sizeof(*names->instructions));
	for (size_t i = 0; i < names->naddresses; i++) {
		size_t at = lower_bound(&names->addresses[i], from->addresses,
		    from->naddresses, sizeof(*from->addresses),
		    compare_address);

		if (at == from->naddresses ||
		    from->addresses[at] != names->addresses[i]) {
			names_code_release(names);
			return false;
		}
		names->instructions[i] = from->instructions[at];
	}
	return true;
}

/* --- instructions --------------------------------------------------------- */

enum {
	NEAR = 32 << 10, /* bytes that are read as fast as objdump starts */
	MOST = 4 << 20,  /* bytes at a time: they take 20 times the memory */
};

/* Sets the range of the function of address number i or, if it is not known, of addresses that are close
 * together, with room for the last instruction.  Returns the number of the first address after it. */
static size_t
find_extent(
    const struct names_code *names, size_t i, uint64_t *start, uint64_t *end)
{
	const struct names_function *f = names->instructions[i].function;
	uint64_t last = names->addresses[i];

	*start = f != NULL ? f->start : last;
	for (i++;
	     i < names->naddresses && names->instructions[i].function == f &&
	     (f != NULL || names->addresses[i] - last <= NEAR);
	     i++)
		last = names->addresses[i];
	*end = f != NULL ? f->end : last + INSTRUCTION_BYTES;
	return i;
}

/* Finds extents that are close together, from address number i on: sets the range, and returns the number
 * of the first address after them. */
static size_t
find_group(
    const struct names_code *names, size_t i, uint64_t *start, uint64_t *end)
{
	size_t next = find_extent(names, i, start, end);

	while (next < names->naddresses) {
		uint64_t its_start, its_end;

		i = next;
		next = find_extent(names, i, &its_start, &its_end);
		if (its_start < *start || its_start > *end + NEAR ||
		    its_end - *start > MOST)
			return i;
		if (its_end > *end)
			*end = its_end;
	}
	return next;
}

/* Disassembles the extents of addresses number i to before `next`.  Where they overlap, they have the
 * same instructions. */
static void
disassemble(struct object_code *place,
    const struct instructions_request *request, size_t i, size_t next)
{
	struct instructions all = {.n = 0};
	char *problem = instructions_read(&all, request);
	uint64_t done = 0;

	while (i < next && problem == NULL) {
		uint64_t start, end;

		i = find_extent(&place->names, i, &start, &end);
		if (start < done)
			start = instructions_next(&all, done);
		if (start >= end)
			continue;
		instructions_add(&place->code, &all, start, end);
		done = end;
	}
	/* whoever wants the code runs objdump again, and says so */
	free(problem);
	instructions_release(&all);
}

void
code_places_disassemble(struct code_places *places, bool intel)
{
	for (size_t i = 0; i < places->n; i++) {
		struct object_code *place = &places->list[i];
		const struct names_code *names = &place->names;
		struct instructions_request request = {
		    .file = names->file,
		    .machine = names->machine,
		    .intel = intel,
		};
		size_t next;

		if (names->file == NULL)
			continue;
		for (size_t j = 0; j < names->naddresses; j = next) {
			next =
			    find_group(names, j, &request.start, &request.end);
			disassemble(place, &request, j, next);
		}
	}
}

bool
code_places_copy(const struct code_places *places, const char *path,
    struct instructions *to, uint64_t start, uint64_t end)
{
	const struct object_code *place = find(places, path);

	return place != NULL && instructions_add(to, &place->code, start, end);
}

void
code_places_release(struct code_places *places)
{
	for (size_t i = 0; i < places->n; i++) {
		names_code_release(&places->list[i].names);
		instructions_release(&places->list[i].code);
		free(places->list[i].addresses);
	}
	free(places->list);
	*places = (struct code_places){.n = 0};
}
