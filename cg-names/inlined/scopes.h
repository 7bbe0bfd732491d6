/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that were inlined, from the debug information. */
#ifndef SCOPES_H
#define SCOPES_H

#include <stddef.h>
#include <stdint.h>

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"
#include "rust_names.h"

/*
 * Sets the scopes of the places at the n sorted addresses, if inlined functions are
 * asked for.  Costs without a line get the line where the function that they belong to is
 * declared.  Completes the names of Rust's older mangling.
 */
void scopes_find(struct object *object, const uint64_t *addresses, size_t n,
    struct names_run *places, struct rust_names *rust, struct reply *reply);

#endif
