/* SPDX-License-Identifier: BSD-2-Clause */
/* What tells the code of functions without names apart. */
#ifndef CODE_KEYS_H
#define CODE_KEYS_H

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"

/*
 * Adds to the reply, for each of the n sorted addresses, a place with the key of the function
 * that begins there, in the place of its name.  Functions with one key, in whatever
 * objects, have one code, but for the addresses in it.  One that is not the only function of the
 * object with its code, or that is little more than addresses, has no name.
 */
void code_keys_find(struct object *object, const uint64_t *addresses, size_t n,
    struct reply *reply);

#endif
