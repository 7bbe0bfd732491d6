/* SPDX-License-Identifier: BSD-2-Clause */
/* Where an object's machine code is, and the extents of its functions. */
#ifndef CODE_H
#define CODE_H

#include "object.h"
#include "reply.h"

/*
 * Adds the strings of an answer to a request with NAMES_CODE: the path of the file with
 * the code, or ""; its machine; and for each of the n sorted addresses the symbol around
 * it.
 */
void code_find(struct object *object, const uint64_t *addresses, size_t n,
    struct reply *reply);

#endif
