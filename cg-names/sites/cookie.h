/* SPDX-License-Identifier: BSD-2-Clause */
/* What "new T[n]" keeps before the elements: their number, for their destructors. */
#ifndef COOKIE_H
#define COOKIE_H

#include "site.h"

/* Returns the size of it if the site's blocks can be arrays of the class with one; else 0. */
uint64_t cookie_find(
    struct site_search *s, const struct site *site, const Dwarf_Die *class);

#endif
