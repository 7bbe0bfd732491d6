/* SPDX-License-Identifier: BSD-2-Clause */
/* Types by the names that users and sources have for them. */
#ifndef WANTED_TYPE_H
#define WANTED_TYPE_H

#include <stddef.h>

#include "site.h"

/* Takes the type that the user wants at the site. */
void wanted_type_take(struct site_search *s, struct site *site);

/*
 * Sets the type with a name of so many bytes: "struct node", "app::Edge", "long *".
 * One of the site's unit is preferred; there is none among others that differ in
 * size.  False: there is none.
 */
bool wanted_type_find(struct site_search *s, const struct site *site,
    const char *name, size_t len, Dwarf_Die *type);

#endif
