/* SPDX-License-Identifier: BSD-2-Clause */
/* Types that functions of C++ and Rust allocate memory for. */
#ifndef ALLOCATORS_H
#define ALLOCATORS_H

#include "site.h"

/*
 * Takes the type of an allocator's function around the site: an argument of a
 * template.  Between the site and that function there are only functions of the
 * standard library, because others may allocate something else.
 */
void allocators_take(struct site_search *s, struct site *site);

#endif
