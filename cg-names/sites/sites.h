/* SPDX-License-Identifier: BSD-2-Clause */
/* The types of what calls allocate. */
#ifndef SITES_H
#define SITES_H

#include <stddef.h>

#include "cg-names/data/types.h"

struct names_asked_site;

/* Says in the reply for each of the sites which type the elements of its blocks have.
 * `wanted` has the name of a type for each, or "". */
void sites_find(struct types *types, const struct names_asked_site *sites,
    const char *const *wanted, size_t n);

#endif
