/* SPDX-License-Identifier: BSD-2-Clause */
/* Types that the source has at a call. */
#ifndef SOURCE_LINE_H
#define SOURCE_LINE_H

#include "site.h"

/* Takes the type of a pointer that is declared at the line of the site. */
void source_line_take_declared(struct site_search *s, struct site *site);

/*
 * Takes the type that the statement of the site names: in "new T", "sizeof(T)",
 * "sizeof *x", or else in a cast or an argument of a macro that allocates.  Several
 * different types are none.
 */
void source_line_take(struct site_search *s, struct site *site);

#endif
