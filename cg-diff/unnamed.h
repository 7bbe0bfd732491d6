/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that have addresses for names, because their object has no symbols.  In another
 * build, the function at an address is another one.
 */
#ifndef UNNAMED_H
#define UNNAMED_H

#include "builds.h"
#include "side.h"

/* Makes the functions without names of an object one function, "???", if the sides have other
 * builds of it.  Warns of these objects in one line if this is 1 % of the costs.  Call after both are
 * sorted; they no longer are. */
void
unnamed_join(const struct builds *builds, struct side *old, struct side *new);

#endif
