/* SPDX-License-Identifier: BSD-2-Clause */
/* Which compilers made an object, with the flags that they tell. */
#ifndef PRODUCERS_H
#define PRODUCERS_H

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"

/*
 * Adds the producers of the object's units to the reply, sorted, each once, and sets which strings they
 * are.  Only the object's own debug information counts: whether a library of the system has a separate
 * debug file says nothing of the program.
 */
void producers_find(struct object *object, struct reply *reply);

#endif
