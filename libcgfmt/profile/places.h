/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The places of a profile's rows (function and file) and the targets of its
 * calls and jumps.  Each is stored once and has a number.
 */
#ifndef PLACES_H
#define PLACES_H

#include "cgfmt.h"
#include "names.h"
#include "tuples.h"

struct place {
	const char *object;
	const char *def_file;
	const char *function;
	const char *file;
};

enum { NO_TARGET = 0 }; /* of rows of kind CG_COSTS */

/* the start of a called function; 0: not known */
struct start {
	int64_t line;
	uint64_t address;
};

struct places {
	struct names names;
	struct tuples places;
	struct tuples targets;
	bool joins_calls;     /* targets of calls have no positions, */
	struct start *starts; /* but these starts, indexed by their numbers */
	size_t nstarts;
	uint32_t last; /* the place found last */
	struct place found_last;
};

void places_init(struct places *places);

/* Sets *number to that of the record's place.  0, or -1 when out of memory. */
int places_find(
    struct places *places, const struct cg_record *record, uint32_t *number);

/* True if the record's place is the one found last. */
bool
places_found_last(const struct places *places, const struct cg_record *record);

/* Sets *number to that of the record's kind and target.  0, or -1 when out of
 * memory. */
int places_find_target(
    struct places *places, const struct cg_record *record, uint32_t *number);

/* The place with this number. */
struct place places_at(const struct places *places, uint32_t number);

/* Sets object, def_file, function and file of the record. */
void places_get(
    const struct places *places, uint32_t number, struct cg_record *record);

/* Sets the kind and the target of the record. */
void places_get_target(
    const struct places *places, uint32_t number, struct cg_record *record);

/* Bytewise, by object, def_file, function and file. */
int places_compare(const struct places *places, uint32_t a, uint32_t b);

/* By kind, then object, file, function (bytewise), address and line. */
int places_compare_targets(const struct places *places, uint32_t a, uint32_t b);

/* The ranks of all numbers in those orders, to be freed; NULL when out of
 * memory. */
uint32_t *places_rank(const struct places *places);
uint32_t *places_rank_targets(const struct places *places);

/* Forgets all but one place and one target and sets their new numbers: 0, or
 * -1 when out of memory. */
int places_keep(struct places *places, uint32_t *place, uint32_t *target);

void places_release(struct places *places);

#endif
