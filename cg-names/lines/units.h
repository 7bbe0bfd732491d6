/* SPDX-License-Identifier: BSD-2-Clause */
/* The compilation units of an object, by address. */
#ifndef UNITS_H
#define UNITS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"

struct unit {
	Dwarf_Die die;
	bool has_ranges;
	bool is_needed; /* it contains an address that was asked for */
};

struct unit_range {
	uint64_t start, end;
	uint64_t reach; /* the highest end of this and all ranges before */
	size_t unit;
};

struct units {
	struct unit *units;
	size_t n;
	struct unit_range *ranges; /* sorted by their starts */
	size_t nranges;
};

/* Returns the units of an object that has DWARF; they are read once. */
struct units *units_of(struct object *object);

/* Frees the units of an object that is about to be closed, if they were read. */
void units_free(struct object *object);

/*
 * Marks the innermost unit that contains the address, or else the last one before
 * it, because line tables also have the padding between functions.  Returns its
 * index; units->n: there is none.
 */
size_t units_need(struct units *units, uint64_t address);

/* Returns the entry that has the functions of the unit: a split unit has them in
 * a file of its own. */
Dwarf_Die unit_functions(const struct unit *unit);

#endif
