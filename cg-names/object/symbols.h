/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions and variables of an object, from its symbol table. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "cg-names/reply/reply.h"
#include "object.h"

enum symbol_kind {
	SYMBOL_OF_CODE,
	SYMBOL_OF_DATA,
	SYMBOL_OF_THREAD, /* addresses are offsets in the TLS segment */
};

struct symbol {
	const char
	    *name; /* NULL: none is known; lives until the object is closed */
	uint64_t start, end;
};

/* Returns for each of the n sorted addresses its symbol; the caller frees the
 * array. */
struct symbol *symbols_find(const struct object *object, enum symbol_kind kind,
    const uint64_t *addresses, size_t n);

/* Returns the names of the n functions in the symbol table that are wanted, by their names and
 * addresses; the caller frees the array.  They live until the object is closed. */
const char **symbols_list(const struct object *object,
    bool (*is_wanted)(const char *name, uint64_t start, const void *data),
    const void *data, size_t *n);

/* Adds the name as people read it.  Returns its number. */
uint32_t symbols_reply(struct reply *reply, const char *name);

#endif
