/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CALL_LIMITS_H
#define CALL_LIMITS_H

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
call_limits_apply(struct cg_profile *profile, const struct callgraph *hosts);

#endif
