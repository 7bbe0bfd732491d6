/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores locations and targets as tuples of words: addresses of interned names,
 * then numbers.  Profiles of one program name their functions in the same
 * order, so a tuple is mostly the one found last or the next one by number.
 * Only if it is neither, its names are interned, and it is looked up.
 */
#include <stdlib.h>
#include <string.h>

#include "profile/locations.h"
#include "record.h"

/* the words of a target */
enum {
	TO_FUNCTION,
	TO_FILE,
	TO_OBJECT,
	TARGET_NAMES,
	KIND = TARGET_NAMES,
	TO_ADDRESS,
	TO_LINE,
	TO_INLINED,
	TO_CONTEXT,
	TARGET_WORDS
};

void
locations_init(struct locations *l)
{
	*l = (struct locations){
	    .tuples = {.width = PLAIN_WORDS},
	    .in_order = true,
	    .targets = {.width = TARGET_WORDS},
	};
}

static const struct cg_context *
context_of(uint64_t word)
{
	return (const struct cg_context *)(uintptr_t)word;
}

/* --- comparing ------------------------------------------------------------ */

static inline void
set_names(
    const struct locations *l, const uint64_t *words, struct cg_record *record)
{
	static const uint64_t none[LOCATION_WORDS];
	const uint64_t *rest = l->tuples.width == PLAIN_WORDS ? none : words;

	record->object = locations_name(words[OBJECT]);
	record->def_file = locations_name(words[DEF_FILE]);
	record->function = locations_name(words[FUNCTION]);
	record->file = locations_name(words[FILE_NAME]);
	record->host_file = locations_name(rest[HOST_FILE]);
	record->host = locations_name(rest[HOST]);
	record->context = context_of(rest[CONTEXT]);
	record->region = locations_name(rest[REGION]);
}

static int
compare_words(const struct locations *l, const uint64_t *a, const uint64_t *b)
{
	struct cg_record x, y;

	set_names(l, a, &x);
	set_names(l, b, &y);
	return record_compare_places(&x, &y);
}

int
locations_compare(const struct locations *l, uint32_t a, uint32_t b)
{
	if (l->in_order)
		return (a > b) - (a < b);
	return compare_words(
	    l, tuples_at(&l->tuples, a), tuples_at(&l->tuples, b));
}

int
locations_compare_targets(const struct locations *l, uint32_t a, uint32_t b)
{
	struct cg_record x, y;

	locations_get_target(l, a, &x);
	locations_get_target(l, b, &y);
	return record_compare_targets(&x, &y);
}

/* --- finding -------------------------------------------------------------- */

/* the interned name as a word of a tuple; tries the other word, if it is not
 * NULL, before the table of names; 0 when out of memory */
static uint64_t
intern(struct locations *l, const char *name, const uint64_t *other)
{
	if (other != NULL && *other != 0 &&
	    names_same(locations_name(*other), name))
		return *other;
	return (uintptr_t)names_intern(&l->names, name, strlen(name));
}

/* the same for a name that may be NULL, whose word is 0; 0, or -1 when out of
 * memory */
static int
intern_optional(struct locations *l, const char *name, const uint64_t *other,
    uint64_t *word)
{
	*word = name != NULL ? intern(l, name, other) : 0;
	return name != NULL && *word == 0 ? -1 : 0;
}

/* the names that not all records have; 0, or -1 when out of memory */
static int
intern_rest(struct locations *l, const struct cg_record *record,
    const uint64_t *last, uint64_t *words)
{
	if (intern_optional(l, record->host, last != NULL ? last + HOST : NULL,
		&words[HOST]) < 0 ||
	    intern_optional(l, record->host_file,
		last != NULL ? last + HOST_FILE : NULL, &words[HOST_FILE]) < 0)
		return -1;
	return intern_optional(l, record->region,
	    last != NULL ? last + REGION : NULL, &words[REGION]);
}

/* Numbers the location.  While locations come in their order, it is new, and
 * none needs to be looked up. */
static int
add_location(struct locations *l, const uint64_t *words, uint32_t *number)
{
	size_t n = l->tuples.n;

	if (l->in_order &&
	    (n == 0 || compare_words(l, tuples_at(&l->tuples, (uint32_t)n - 1),
			   words) < 0))
		return tuples_append(&l->tuples, words, number);
	if (tuples_intern(&l->tuples, words, number) < 0)
		return -1;
	l->in_order &= *number < n;
	return 0;
}

static int
intern_location(struct locations *l, const struct cg_record *record,
    const struct cg_context *context, uint32_t *number)
{
	const uint64_t *last = NULL;
	uint64_t words[LOCATION_WORDS] = {[CONTEXT] = (uintptr_t)context};

	if (l->tuples.width == PLAIN_WORDS && !locations_is_plain(record) &&
	    tuples_widen(&l->tuples, LOCATION_WORDS) < 0)
		return -1;
	if (l->tuples.n > 0)
		last = tuples_at(&l->tuples, l->last);
	words[FUNCTION] = intern(l, record->function, last);
	words[FILE_NAME] =
	    intern(l, record->file, last != NULL ? last + FILE_NAME : NULL);
	words[DEF_FILE] = intern(l, record->def_file, words + FILE_NAME);
	words[OBJECT] =
	    intern(l, record->object, last != NULL ? last + OBJECT : NULL);
	if (words[FUNCTION] == 0 || words[FILE_NAME] == 0 ||
	    words[DEF_FILE] == 0 || words[OBJECT] == 0 ||
	    (!locations_is_plain(record) &&
		intern_rest(l, record, last, words) < 0))
		return -1;
	return add_location(l, words, number);
}

int
locations_search(struct locations *l, const struct cg_record *record,
    const struct cg_context *context, uint32_t *number)
{
	uint32_t next = l->last + 1;

	if (next < l->tuples.n && locations_is(l, next, record, context))
		*number = next;
	else if (intern_location(l, record, context, number) < 0)
		return -1;
	l->last = *number;
	return 0;
}

/* adds the target of rows without one first: its number is NO_TARGET */
static int
add_no_target(struct locations *l)
{
	static const uint64_t none[TARGET_WORDS] = {[KIND] = CG_COSTS};
	uint32_t number;

	return tuples_intern(&l->targets, none, &number);
}

/* the lower number; 0 is not known and does not count */
static uint64_t
lower(uint64_t a, uint64_t b)
{
	return a == 0 || (b != 0 && b < a) ? b : a;
}

static int
note_start(struct locations *l, uint32_t number, const struct cg_target *to)
{
	struct start *start;

	if (number >= l->nstarts) {
		size_t n = l->targets.capacity;

		start = realloc(l->starts, n * sizeof(*start));
		if (start == NULL)
			return -1;
		memset(
		    start + l->nstarts, 0, (n - l->nstarts) * sizeof(*start));
		l->starts = start;
		l->nstarts = n;
	}
	start = &l->starts[number];
	start->line = (int64_t)lower((uint64_t)start->line, (uint64_t)to->line);
	start->address = lower(start->address, to->address);
	return 0;
}

static inline bool
is_target(
    const uint64_t *words, const uint64_t *numbers, const struct cg_target *to)
{
	return memcmp(words + KIND, numbers + KIND,
		   (TARGET_WORDS - KIND) * sizeof(*words)) == 0 &&
	       names_same(locations_name(words[TO_FUNCTION]), to->function) &&
	       names_same(locations_name(words[TO_FILE]), to->file) &&
	       names_same(locations_name(words[TO_OBJECT]), to->object);
}

/* finds or adds the target; the words that are numbers are set */
static int
intern_target(struct locations *l, uint64_t *words, const struct cg_target *to,
    uint32_t *number)
{
	for (uint32_t i = l->last_target;
	     i < l->targets.n && i <= l->last_target + 1; i++) {
		if (i != NO_TARGET &&
		    is_target(tuples_at(&l->targets, i), words, to)) {
			*number = i;
			return 0;
		}
	}
	words[TO_FUNCTION] = intern(l, to->function, NULL);
	words[TO_FILE] = intern(l, to->file, NULL);
	words[TO_OBJECT] = intern(l, to->object, NULL);
	if (words[TO_FUNCTION] == 0 || words[TO_FILE] == 0 ||
	    words[TO_OBJECT] == 0)
		return -1;
	return tuples_intern(&l->targets, words, number);
}

/* Data call lines of code, which are no starts of functions. */
static inline bool
joins(const struct locations *l, const struct cg_record *record)
{
	return l->joins_calls && record->kind == CG_CALL &&
	       !cg_is_data(record->object);
}

int
locations_find_target(
    struct locations *l, const struct cg_record *record, uint32_t *number)
{
	const struct cg_target *to = &record->target;
	bool joined = joins(l, record);
	const struct cg_context *context;
	uint64_t words[TARGET_WORDS] = {
	    [KIND] = (uint64_t)record->kind,
	    [TO_ADDRESS] = joined ? 0 : to->address,
	    [TO_LINE] = joined ? 0 : (uint64_t)to->line,
	    [TO_INLINED] = (uint64_t)to->inlined,
	};

	*number = NO_TARGET;
	if (record->kind == CG_COSTS)
		return 0;
	if (locations_find_context(l, to->context, &context) < 0)
		return -1;
	words[TO_CONTEXT] = (uintptr_t)context;
	if ((l->targets.n == 0 && add_no_target(l) < 0) ||
	    intern_target(l, words, to, number) < 0)
		return -1;
	l->last_target = *number;
	return joined ? note_start(l, *number, to) : 0;
}

/* --- numbers -------------------------------------------------------------- */

void
locations_get(
    const struct locations *l, uint32_t number, struct cg_record *record)
{
	set_names(l, tuples_at(&l->tuples, number), record);
}

void
locations_get_target(
    const struct locations *l, uint32_t number, struct cg_record *record)
{
	const uint64_t *words;

	record->kind = CG_COSTS;
	record->target = (struct cg_target){.object = NULL};
	if (number == NO_TARGET)
		return;
	words = tuples_at(&l->targets, number);
	record->kind = (enum cg_kind)words[KIND];
	record->target = (struct cg_target){locations_name(words[TO_OBJECT]),
	    locations_name(words[TO_FILE]), locations_name(words[TO_FUNCTION]),
	    words[TO_ADDRESS], (int64_t)words[TO_LINE],
	    (enum cg_inlined)words[TO_INLINED], context_of(words[TO_CONTEXT])};
	if (l->joins_calls && record->kind == CG_CALL && number < l->nstarts &&
	    words[TO_LINE] == 0 && words[TO_ADDRESS] == 0) {
		record->target.line = l->starts[number].line;
		record->target.address = l->starts[number].address;
	}
}

/* --- forgetting ----------------------------------------------------------- */

int
locations_keep(struct locations *l, uint32_t *location, uint32_t *target)
{
	struct cg_record record;
	struct locations kept;

	locations_get(l, *location, &record);
	locations_get_target(l, *target, &record);
	locations_init(&kept);
	kept.joins_calls = l->joins_calls;
	if (locations_find(&kept, &record, location) < 0 ||
	    locations_find_target(&kept, &record, target) < 0) {
		locations_release(&kept);
		return -1;
	}
	locations_release(l);
	*l = kept;
	return 0;
}

size_t
locations_memory(const struct locations *l)
{
	return l->names.nbytes + contexts_memory(&l->contexts) +
	       tuples_memory(&l->tuples) + tuples_memory(&l->targets) +
	       l->nstarts * sizeof(*l->starts);
}

void
locations_release(struct locations *l)
{
	names_release(&l->names);
	contexts_release(&l->contexts);
	tuples_release(&l->tuples);
	tuples_release(&l->targets);
	free(l->starts);
}
