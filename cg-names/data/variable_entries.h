/* SPDX-License-Identifier: BSD-2-Clause */
/* The variables that debug information describes. */
#ifndef VARIABLE_ENTRIES_H
#define VARIABLE_ENTRIES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/entries/language.h"
#include "cg-names/object/object.h"

struct variable_entry {
	Dwarf_Die die;          /* addr NULL: none is known */
	enum language language; /* of the unit with the variable */
	uint64_t start, size;
};

/*
 * Returns for each of n sorted addresses the innermost variable that contains it;
 * the caller frees the array.  Thread-local ones have offsets in the TLS segment
 * instead of addresses.
 */
struct variable_entry *variable_entries_find(struct object *object,
    bool is_thread_local, const uint64_t *addresses, size_t n);

#endif
