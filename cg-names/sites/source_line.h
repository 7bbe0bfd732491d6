/* SPDX-License-Identifier: BSD-2-Clause */
/* Types that the source has at a call. */
#ifndef SOURCE_LINE_H
#define SOURCE_LINE_H

#include "site.h"

/* Each takes a type that the statement of the site names; several different ones are
 * none. */

/* in "new T", "sizeof(T)" or "sizeof *x" */
void source_line_take_sizes(struct site_search *s, struct site *site);
/* in a cast, or an argument of a macro that allocates */
void source_line_take_others(struct site_search *s, struct site *site);

/* Takes the type of a pointer that is declared at the line of the site. */
void source_line_take_declared(struct site_search *s, struct site *site);

#endif
