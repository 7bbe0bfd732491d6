/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of an object, from its symbol table. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "object.h"
#include "reply.h"

/*
 * Returns for each of the n sorted addresses the name of its symbol, or NULL;
 * the caller frees the array.  The names live until the object is closed.
 */
const char **
symbols_find(const struct object *object, const uint64_t *addresses, size_t n);

/* Adds the name as people read it.  Returns its number. */
uint32_t symbols_reply(struct reply *reply, const char *name);

#endif
