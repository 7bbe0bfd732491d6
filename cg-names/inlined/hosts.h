/* SPDX-License-Identifier: BSD-2-Clause */
/* Where functions of some names were inlined. */
#ifndef HOSTS_H
#define HOSTS_H

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"

/*
 * Adds pairs of strings to the reply: a function whose name matches the pattern,
 * and a function that has it inlined, directly or in others; "" instead of the
 * latter if the first has code of its own, too.  A pair may be added several
 * times.  In the pattern, "*" stands for any text and "?" for any byte.
 */
void
hosts_find(struct object *object, const char *pattern, struct reply *reply);

#endif
