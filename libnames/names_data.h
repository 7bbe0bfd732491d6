/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What data is at addresses of programs and libraries: variables, and what the
 * blocks of memory are that calls allocate; found in symbol tables, debug
 * information and code.
 */
#ifndef NAMES_DATA_H
#define NAMES_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cg_error;
struct names_options;

/*
 * A part of a type that has no parts with names of their own.  Structures in a
 * structure are "pos.x", arrays are "pad[]", and in arrays of structures there are
 * "v[].x".  A base class has the names of its own fields.
 */
struct names_field {
	const char *name;
	uint64_t offset; /* of the first one; of bit-fields, the first byte */
	uint64_t size;   /* in bytes; of "pad[]", of the whole array */
	/* "v[].x" is there so many times, each so many bytes after the last one;
	 * other fields are there once.  UINT64_MAX: as often as a block has room */
	uint64_t count, stride;
	const char *file; /* where it is declared, or NULL */
	int64_t line;     /* 0: not known */
};

struct names_type {
	/* "struct node", "double", "std::pair<int const, Foo>" */
	const char *name;
	uint64_t size;
	/* sorted by offset; members of a union overlap.  A type without parts
	 * has none. */
	const struct names_field *fields;
	size_t nfields;
};

struct names_variable {
	const char *name; /* qualified: "table", "Counter::total" */
	const char *file; /* where it is declared, or NULL */
	int64_t line;     /* 0: not known */
	uint64_t address; /* thread-local: in the TLS segment */
	uint64_t size;
	/* of an element if it is an array, or of an array of arrays; NULL: not
	 * known */
	const struct names_type *type;
	bool is_array;
};

/* A call that allocates memory. */
struct names_site {
	/* asked */
	uint64_t address; /* in the instruction of the call */
	uint64_t after;   /* the instruction after it */
	uint64_t unit; /* the size of each block is a multiple; 0: not known */
	const char *wanted; /* the name of the type that users say, or NULL */

	/* answered: of an element, or NULL */
	const struct names_type *type;
};

struct names_data_object {
	/* asked; all stay the caller's */
	const char *path, *build_id; /* as in struct names_object */
	const uint64_t *addresses;   /* of static data, sorted, each once */
	size_t naddresses;
	const uint64_t *offsets; /* in the TLS segment, the same */
	size_t noffsets;
	struct names_site *sites; /* in any order */
	size_t nsites;

	/* answered */
	/* one for each address and offset; NULL: nothing is known */
	const struct names_variable **variables;
	const struct names_variable **thread_locals;
	const char *problem; /* as in struct names_object */
};

struct names_data;

/*
 * Answers all objects.  Equal strings, types and variables of an object have equal
 * pointers, and equal types of all objects have, too.  Trouble with an object is its
 * problem.  Returns what holds the answers, or NULL on an error, if cg-names cannot
 * be started.
 */
struct names_data *
names_data_find(struct names_data_object *objects, size_t nobjects,
    const struct names_options *options, struct cg_error *error);

/* NULL is ignored. */
void names_data_free(struct names_data *data);

/* Returns the field at an offset in the type, or NULL.  Of those that overlap, as members of a
 * union do, returns the one that begins nearest, or the first of several. */
const struct names_field *
names_data_field_at(const struct names_type *type, uint64_t offset);

/* True if the last field fills a block of the type up: there is one such structure in a
 * block, of any size. */
bool names_data_is_open(const struct names_type *type);

#endif
