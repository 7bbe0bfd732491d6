/* SPDX-License-Identifier: BSD-2-Clause */
/* Types of the variables that get the result of a call, or have it stored in them. */
#ifndef TAKERS_H
#define TAKERS_H

#include "site.h"

/* Each takes the types that it finds. */

/* the objects of constructors that get the result */
void takers_constructors(struct site_search *s, struct site *site);
/* variables that are the result */
void takers_variables(struct site_search *s, struct site *site);
/* members, elements and static variables that it is stored in */
void takers_stores(struct site_search *s, struct site *site);
/* parameters of functions that get it */
void takers_parameters(struct site_search *s, struct site *site);
/* the function that returns it */
void takers_returns(struct site_search *s, struct site *site);

#endif
