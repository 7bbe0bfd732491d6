/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes equal strings, and then equal places and types, the same. */
#ifndef LIBNAMES_INTERNED_H
#define LIBNAMES_INTERNED_H

#include <stddef.h>

#include "names_data.h"
#include "object_names.h"

/* Sorts pointers to n variables, and sets those that have equal strings to one
 * of them. */
void interned_strings(const char ***variables, size_t n);

/*
 * Sorts n places and sets `same[i]` to the first that equals places[i].  Their
 * strings were interned.
 */
void interned_places(const struct names_place *places,
    const struct names_place **same, size_t n);

/* The same for types; their fields are compared, too. */
void interned_types(
    const struct names_type *types, const struct names_type **same, size_t n);

#endif
