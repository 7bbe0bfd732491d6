/* SPDX-License-Identifier: BSD-2-Clause */
/* The types of an object, and what is known of them. */
#ifndef TYPES_H
#define TYPES_H

#include <elfutils/libdw.h>
#include <stdint.h>

#include "cg-names/entries/enclosing.h"
#include "cg-names/entries/language.h"
#include "cg-names/lines/unit_files.h"
#include "cg-names/object/object.h"
#include "cg-names/reply/data_reply.h"
#include "type_index.h"

struct known_type {
	const void *entry;
	enum language language;
	uint64_t cookie; /* as layout_add has it */
	uint32_t number;
};

/* {.object, .reply, .files.object} is empty */
struct types {
	struct object *object;
	struct data_reply *reply;
	struct enclosing_units enclosing;
	struct unit_files files;
	struct type_index index;
	struct known_type *known; /* that the reply has, sorted */
	size_t nknown;
};

/* Sets a type that is only declared to its definition in any unit; typedefs of it
 * are removed.  Other types stay as they are. */
void types_complete(struct types *types, Dwarf_Die *type);

/* Adds the file and returns the line where an entry is declared. */
uint32_t
types_declaration(struct types *types, Dwarf_Die *entry, int64_t *line);

void types_release(struct types *types);

#endif
