/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds estimated cycles, CEst, to the events that are shown. */
#ifndef ESTIMATED_H
#define ESTIMATED_H

#include "libquery/events/limit.h"
#include "aggregate.h"
#include "table.h"

/*
 * Derives CEst from the events of the aggregate, if it has them.  Leaves it out
 * with a warning if it does not fit in 64 bits, unless an option names it.
 * Returns its formula in short, which the caller frees, or NULL if it was not
 * derived.  Call before the request's projection is resolved.
 */
char *estimated_derive(struct table_request *request,
    const struct limits *limits, const struct aggregate *aggregate);

#endif
