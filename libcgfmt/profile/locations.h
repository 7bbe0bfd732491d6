/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the rows of a profile share.  A location is the region, object, def_file,
 * function, host, context and file of a row; a target is where a call or jump
 * goes.
 * Each is kept once and has a number, from 0 on in the order of first use.
 */
#ifndef LOCATIONS_H
#define LOCATIONS_H

#include "contexts.h"
#include "names.h"
#include "tuples.h"

enum { NO_TARGET = 0 }; /* the target of rows of kind CG_COSTS */

/* the start of a called function; 0: not known */
struct start {
	int64_t line;
	uint64_t address;
};

struct locations {
	struct names names;
	struct contexts contexts;
	struct tuples tuples; /* of locations */
	bool in_order;        /* locations are in order by their numbers */
	struct tuples targets;
	uint32_t last; /* the location found last */
	uint32_t last_target;
	bool joins_calls;     /* targets of calls have no positions, */
	struct start *starts; /* but these starts, indexed by their numbers */
	size_t nstarts;
};

/* The words of a location: the addresses of its names and its context.  In many
 * profiles, no row has a host, a context or a region: then there are only the
 * first words.  Else 0 stands for none. */
enum {
	FUNCTION,
	FILE_NAME,
	DEF_FILE,
	OBJECT,
	PLAIN_WORDS,
	HOST = PLAIN_WORDS,
	HOST_FILE,
	CONTEXT,
	REGION,
	LOCATION_WORDS
};

static inline const char *
locations_name(uint64_t word)
{
	return (const char *)(uintptr_t)word;
}

/* True if the word is of this name; both may be none. */
static inline bool
locations_is_optional(uint64_t word, const char *name)
{
	if (word == 0 || name == NULL)
		return word == 0 && name == NULL;
	return names_same(locations_name(word), name);
}

/* True if the record has neither host nor context nor region. */
static inline bool
locations_is_plain(const struct cg_record *record)
{
	return record->host == NULL && record->host_file == NULL &&
	       record->context == NULL && record->region == NULL;
}

/* True if the location of that number is the record's, whose context is this
 * one here. */
static inline bool
locations_is(const struct locations *locations, uint32_t number,
    const struct cg_record *record, const struct cg_context *context)
{
	const uint64_t *words = tuples_at(&locations->tuples, number);
	bool are_plain = locations->tuples.width == PLAIN_WORDS;

	return (are_plain ? locations_is_plain(record)
			  : words[CONTEXT] == (uintptr_t)context) &&
	       names_same(locations_name(words[FUNCTION]), record->function) &&
	       names_same(locations_name(words[FILE_NAME]), record->file) &&
	       (record->def_file == record->file
		       ? words[DEF_FILE] == words[FILE_NAME]
		       : names_same(locations_name(words[DEF_FILE]),
			     record->def_file)) &&
	       names_same(locations_name(words[OBJECT]), record->object) &&
	       (are_plain ||
		   (locations_is_optional(words[HOST], record->host) &&
		       locations_is_optional(
			   words[HOST_FILE], record->host_file) &&
		       locations_is_optional(words[REGION], record->region)));
}

/* Sets *context to the record's context here, or to NULL if it has none.
 * Returns 0, or -1 when out of memory. */
static inline int
locations_find_context(struct locations *locations,
    const struct cg_context *from, const struct cg_context **context)
{
	*context = NULL;
	if (from == NULL)
		return 0;
	*context =
	    contexts_import(&locations->contexts, &locations->names, from);
	return *context != NULL ? 0 : -1;
}

/* Sets *number to the number of the record's location, which is added if it is
 * new.  Returns 0, or -1 when out of memory. */
int
locations_search(struct locations *locations, const struct cg_record *record,
    const struct cg_context *context, uint32_t *number);

/* The same; fast if it is the location found last. */
static inline int
locations_find(struct locations *locations, const struct cg_record *record,
    uint32_t *number)
{
	const struct cg_context *context;

	*number = locations->last;
	if (locations_find_context(locations, record->context, &context) < 0)
		return -1;
	return locations->tuples.n > 0 &&
		       locations_is(locations, *number, record, context)
		   ? 0
		   : locations_search(locations, record, context, number);
}

void locations_init(struct locations *locations);

/* Sets *number to the number of the record's kind and target.  Returns 0, or -1
 * when out of memory. */
int locations_find_target(struct locations *locations,
    const struct cg_record *record, uint32_t *number);

/* Sets all names of the record, its context and its region. */
void locations_get(const struct locations *locations, uint32_t number,
    struct cg_record *record);

/* Sets the kind and the target of the record. */
void locations_get_target(const struct locations *locations, uint32_t number,
    struct cg_record *record);

/* As record_compare_places. */
int
locations_compare(const struct locations *locations, uint32_t a, uint32_t b);

/* As record_compare_targets. */
int locations_compare_targets(
    const struct locations *locations, uint32_t a, uint32_t b);

/* Removes all but one location and one target and sets their new numbers.  0,
 * or -1 when out of memory. */
int locations_keep(
    struct locations *locations, uint32_t *location, uint32_t *target);

/* The bytes that all locations and targets take. */
size_t locations_memory(const struct locations *locations);

void locations_release(struct locations *locations);

#endif
