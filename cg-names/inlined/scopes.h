/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that were inlined, from the debug information. */
#ifndef SCOPES_H
#define SCOPES_H

#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"

/*
 * Sets the scopes of the places at the n sorted addresses.  Costs without a line
 * get the line where the function that they belong to is declared.
 */
void scopes_find(struct object *object, const uint64_t *addresses, size_t n,
    struct names_run *places, struct reply *reply);

#endif
