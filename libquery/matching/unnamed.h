/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that have addresses for names, because their object has no symbols.  In another
 * build, the function at an address is another one.
 */
#ifndef UNNAMED_H
#define UNNAMED_H

#include "builds.h"
#include "side.h"

/* Gives the functions without names of an object, if the sides have other builds of it, the new
 * side's names if both have the same code of them; the others become one function, "???".  Warns of these objects in one line if these are 1 % of the
 * costs.  Call after both are
 * sorted; they no longer are. */
void
unnamed_join(const struct builds *builds, struct side *old, struct side *new);

#endif
