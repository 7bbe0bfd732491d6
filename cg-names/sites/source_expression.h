/* SPDX-License-Identifier: BSD-2-Clause */
/* Types of simple expressions in sources. */
#ifndef SOURCE_EXPRESSION_H
#define SOURCE_EXPRESSION_H

#include "site.h"

/*
 * Sets the type of the expression at the beginning of the text, as sizeof takes it:
 * "*x", "(*x->next)", "x[0]".  Variables are those that the site can see.  False: it
 * is another expression.
 */
bool source_expression_type(struct site_search *s, const struct site *site,
    const char *text, Dwarf_Die *type);

#endif
