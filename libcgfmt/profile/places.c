/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores places and targets as tuples of words: addresses of interned names,
 * and numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "profile/places.h"
#include "record.h"

enum { PLACE_WORDS = 4, TARGET_WORDS = 6 };

void
places_init(struct places *p)
{
	*p = (struct places){
	    .places = {.width = PLACE_WORDS},
	    .targets = {.width = TARGET_WORDS},
	};
}

/* --- finding -------------------------------------------------------------- */

/* fast path: consecutive rows mostly have the same place */
static bool
is_place(const struct place *place, const struct cg_record *record)
{
	return names_same(place->function, record->function) &&
	       names_same(place->file, record->file) &&
	       ((record->def_file == record->file &&
		    place->def_file == place->file) ||
		   names_same(place->def_file, record->def_file)) &&
	       names_same(place->object, record->object);
}

bool
places_found_last(const struct places *p, const struct cg_record *record)
{
	return p->places.n > 0 && is_place(&p->found_last, record);
}

/* the interned name as a word of a tuple; 0 when out of memory */
static uint64_t
intern(struct places *p, const char *name)
{
	return (uintptr_t)names_intern(&p->names, name, strlen(name));
}

/* the same, but tries the name before first, which may be NULL */
static uint64_t
intern_again(struct places *p, const char *name, const char *before)
{
	if (before != NULL && names_same(before, name))
		return (uintptr_t)before;
	return intern(p, name);
}

static const char *
name_of(uint64_t word)
{
	return (const char *)(uintptr_t)word;
}

int
places_find(struct places *p, const struct cg_record *record, uint32_t *number)
{
	uint64_t words[PLACE_WORDS];

	*number = p->last;
	if (places_found_last(p, record))
		return 0;
	words[0] = intern_again(p, record->object, p->found_last.object);
	words[1] = intern_again(p, record->def_file, p->found_last.def_file);
	words[2] = intern(p, record->function);
	words[3] = record->file == record->def_file
		       ? words[1]
		       : intern_again(p, record->file, p->found_last.file);
	if (words[0] == 0 || words[1] == 0 || words[2] == 0 || words[3] == 0 ||
	    tuples_intern(&p->places, words, number) < 0)
		return -1;
	p->last = *number;
	p->found_last = places_at(p, *number);
	return 0;
}

/* adds the tuple of rows without a target first: its number is NO_TARGET */
static int
add_no_target(struct places *p)
{
	static const uint64_t none[TARGET_WORDS] = {CG_COSTS};
	uint32_t number;

	return tuples_intern(&p->targets, none, &number);
}

/* the lower number; 0 is not known and does not count */
static uint64_t
lower(uint64_t a, uint64_t b)
{
	return a == 0 || (b != 0 && b < a) ? b : a;
}

static int
note_start(struct places *p, uint32_t number, const struct cg_target *to)
{
	struct start *start;

	if (number >= p->nstarts) {
		size_t n = p->targets.capacity;

		start = realloc(p->starts, n * sizeof(*start));
		if (start == NULL)
			return -1;
		memset(
		    start + p->nstarts, 0, (n - p->nstarts) * sizeof(*start));
		p->starts = start;
		p->nstarts = n;
	}
	start = &p->starts[number];
	start->line = (int64_t)lower((uint64_t)start->line, (uint64_t)to->line);
	start->address = lower(start->address, to->address);
	return 0;
}

int
places_find_target(
    struct places *p, const struct cg_record *record, uint32_t *number)
{
	const struct cg_target *to = &record->target;
	bool joined = p->joins_calls && record->kind == CG_CALL;
	uint64_t words[TARGET_WORDS];

	*number = NO_TARGET;
	if (record->kind == CG_COSTS)
		return 0;
	if (p->targets.n == 0 && add_no_target(p) < 0)
		return -1;
	words[0] = (uint64_t)record->kind;
	words[1] = intern(p, to->object);
	words[2] = intern(p, to->file);
	words[3] = intern(p, to->function);
	words[4] = joined ? 0 : to->address;
	words[5] = joined ? 0 : (uint64_t)to->line;
	if (words[1] == 0 || words[2] == 0 || words[3] == 0 ||
	    tuples_intern(&p->targets, words, number) < 0)
		return -1;
	return joined ? note_start(p, *number, to) : 0;
}

/* --- numbers -------------------------------------------------------------- */

struct place
places_at(const struct places *p, uint32_t number)
{
	const uint64_t *words = tuples_at(&p->places, number);

	return (struct place){name_of(words[0]), name_of(words[1]),
	    name_of(words[2]), name_of(words[3])};
}

void
places_get(const struct places *p, uint32_t number, struct cg_record *record)
{
	struct place place = places_at(p, number);

	record->object = place.object;
	record->def_file = place.def_file;
	record->function = place.function;
	record->file = place.file;
}

void
places_get_target(
    const struct places *p, uint32_t number, struct cg_record *record)
{
	const uint64_t *words;

	record->kind = CG_COSTS;
	if (number == NO_TARGET)
		return;
	words = tuples_at(&p->targets, number);
	record->kind = (enum cg_kind)words[0];
	record->target = (struct cg_target){name_of(words[1]),
	    name_of(words[2]), name_of(words[3]), words[4], (int64_t)words[5]};
	if (p->joins_calls && record->kind == CG_CALL) {
		record->target.line = p->starts[number].line;
		record->target.address = p->starts[number].address;
	}
}

/* --- order ---------------------------------------------------------------- */

int
places_compare(const struct places *p, uint32_t a, uint32_t b)
{
	struct cg_record x, y;

	places_get(p, a, &x);
	places_get(p, b, &y);
	return record_compare_places(&x, &y);
}

int
places_compare_targets(const struct places *p, uint32_t a, uint32_t b)
{
	struct cg_record x, y;

	places_get_target(p, a, &x);
	places_get_target(p, b, &y);
	return record_compare_targets(&x, &y);
}

struct ranked {
	const struct places *places; /* for the comparison */
	uint32_t number;
};

static int
compare_ranked_places(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return places_compare(x->places, x->number, y->number);
}

static int
compare_ranked_targets(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return places_compare_targets(x->places, x->number, y->number);
}

/* n + 1 ranks, so that ranks[NO_TARGET] exists even if n is 0 */
static uint32_t *
rank(const struct places *p, size_t n,
    int (*compare)(const void *, const void *))
{
	struct ranked *list = calloc(n + 1, sizeof(*list));
	uint32_t *ranks = calloc(n + 1, sizeof(*ranks));

	if (list == NULL || ranks == NULL) {
		free(list);
		free(ranks);
		return NULL;
	}
	for (uint32_t i = 0; i < n; i++)
		list[i] = (struct ranked){p, i};
	qsort(list, n, sizeof(*list), compare);
	for (uint32_t i = 0; i < n; i++)
		ranks[list[i].number] = i;
	free(list);
	return ranks;
}

uint32_t *
places_rank(const struct places *p)
{
	return rank(p, p->places.n, compare_ranked_places);
}

uint32_t *
places_rank_targets(const struct places *p)
{
	return rank(p, p->targets.n, compare_ranked_targets);
}

/* --- forgetting ----------------------------------------------------------- */

int
places_keep(struct places *p, uint32_t *place, uint32_t *target)
{
	struct cg_record record;
	struct places kept;

	places_get(p, *place, &record);
	places_get_target(p, *target, &record);
	places_init(&kept);
	kept.joins_calls = p->joins_calls;
	if (places_find(&kept, &record, place) < 0 ||
	    places_find_target(&kept, &record, target) < 0) {
		places_release(&kept);
		return -1;
	}
	places_release(p);
	*p = kept;
	return 0;
}

void
places_release(struct places *p)
{
	names_release(&p->names);
	tuples_release(&p->places);
	tuples_release(&p->targets);
	free(p->starts);
}
