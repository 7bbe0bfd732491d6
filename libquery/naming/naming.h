/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gives files and lines to a profile of addresses, as the tool of cg-collect
 * writes it: with "positions: instr", and in the place of a function's file the
 * address of its first instruction, or "???".
 */
#ifndef NAMING_H
#define NAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "libnames/object_names.h"
#include "libquery/header/build_ids.h"

struct naming;

/* Call first; the build IDs must outlive the naming. */
struct naming *naming_new(const struct build_ids *ids);

/* Takes the addresses of a profile's rows, and of their stacks.  Returns 0, or -1 on an
 * error. */
int naming_collect(struct naming *naming, struct cg_profile *profile);

/*
 * Takes the addresses of the calls in a record's stacks, but not those of its row.  The
 * stacks must be of one reader until naming_forget_stacks.
 */
void naming_add_stacks(struct naming *naming, const struct cg_record *record);
void naming_forget_stacks(struct naming *naming);

/* Takes an address of an object; 0 is none. */
void naming_add(struct naming *naming, const char *object, uint64_t address);

/*
 * Finds all of them.  Returns 0, or -1 on an error; then naming_apply finds that
 * nothing is known.
 */
int naming_find(struct naming *naming, const struct names_options *options,
    struct cg_error *error);

/* Returns what is at an address that was taken, after naming_find; all zero if nothing is
 * known. */
const struct names_place *
naming_place(const struct naming *naming, const char *object, uint64_t address);

/*
 * Returns the description of the compilers that made the objects, as header/compilers.h has it, after
 * naming_find; to be freed.  NULL: none is known.
 */
char *naming_compilers(const struct naming *naming);

/* Warns of each object whose names could not be found as they should. */
void naming_warn(const struct naming *naming);

/* what a named profile keeps */
struct naming_form {
	bool calls;     /* objects, calls and jumps; else Cachegrind's format */
	bool addresses; /* of instructions */
	bool build_ids; /* the description */
	bool
	    inlined; /* rows of inlined functions; else those of Valgrind's tools */
};

/* Returns which of the descriptions is of the form, or NULL. */
const char **naming_form_of(const char **descs, size_t ndescs);

/*
 * Takes the form out of the header, where the tool describes it as "Names:
 * later, with calls and addresses" or "Names: later, with calls, without build
 * IDs"; the last words may be missing.  The header then is the named profile's,
 * with or without rows of inlined functions.  `descs` needs room for its
 * descriptions, and must outlive it.  Returns false if there is no such
 * description.
 */
bool naming_take_form(struct naming_form *form, struct cg_header *header,
    const char **descs, bool inlined);

/*
 * Adds the rows of a profile whose addresses were collected, with names, to an
 * empty profile.  The header is the named profile's.  Returns 0, or -1 on an
 * error of that profile.
 */
int naming_apply(struct naming *naming, struct cg_profile *profile,
    const struct naming_form *form, const struct cg_header *header,
    struct cg_profile *named);

/*
 * The same for rows that come one by one, so that they need not be in memory: each host
 * with its stack at once, its own costs before its calls and with rising addresses.
 * `profile` has the same rows without their stacks.  It, the form and the header must
 * outlive the walk.
 */
struct naming_walk *naming_begin(struct naming *naming,
    struct cg_profile *profile, const struct naming_form *form,
    const struct cg_header *header, struct cg_profile *named);

/* Returns 0, or -1 on an error of the named profile. */
int naming_put(struct naming_walk *walk, const struct cg_record *record);

/* Call when all rows of a reader were put, before it is closed.  Returns as naming_put. */
int naming_end_reader(struct naming_walk *walk);

/* Call after the last reader.  Returns as naming_put, and frees the walk. */
int naming_end(struct naming_walk *walk);

/* True if each name is written once, because the names of inlined functions are
 * many and long. */
bool naming_compresses(const struct naming_form *form, bool inlined);

/*
 * Returns the cost of the rows that were named and have no line, in the first event.
 * They count where their function is declared.
 */
int64_t naming_without_line(const struct naming *naming);

/*
 * Returns the cost of functions that have no names but addresses, in the first event, and
 * sets *most to the object that has most of it.  It stays valid until naming_free, and is
 * unchanged if there is none.
 */
int64_t naming_unnamed(const struct naming *naming, const char **most);

void naming_free(struct naming *naming);

#endif
