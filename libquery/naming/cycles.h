/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef NAMING_CYCLES_H
#define NAMING_CYCLES_H

#include "cgfmt.h"
#include "libquery/calls/callgraph.h"

/*
 * Limits the costs of calls within a cycle to the cost of the cycle, and of a
 * function to itself to the cost of the function.  Call after functions have
 * become one because they have the same name: a call by one of them within a
 * call by another was counted in both.  The graph has the same calls, from hosts
 * of inlined code, and inclusive costs.  Returns 0, or -1 on an error of the profile.
 */
int
naming_limit_cycles(struct cg_profile *profile, const struct callgraph *hosts);

#endif
