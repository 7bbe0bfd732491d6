/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions whose code is also that of another one. */
#ifndef FOLDED_H
#define FOLDED_H

#include "site.h"

/* True if the compiler has made one function of the one around the site and another one, because
 * their code is the same: what they allocate can differ. */
bool folded_is(struct site_search *s, const struct site *site);

#endif
