/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of an object that have names of Rust's older mangling, each with a name of its own.
 *
 *	rust_names_add_symbol(&names, symbol);
 *	rust_names_add(&names, linkage_name, rust_name_build(linkage_name, &units, &die));
 *	rust_names_complete(&names, object, &reply);
 *	number = rust_names_number(&names, symbol, &is_told_apart);
 */
#ifndef RUST_NAMES_H
#define RUST_NAMES_H

#include <stdbool.h>

#include "cg-names/object/object.h"
#include "cg-names/reply/reply.h"

struct rust_function {
	const char *symbol, *hash;
	size_t len;    /* of the symbol, up to the end of the hash */
	char *plain;   /* its name without the hash */
	char *name;    /* as the debug information says, or NULL */
	size_t digits; /* of the hash, that are a part of the name */
	bool has_code;
	uint32_t number;
	bool is_told_apart;
};

/* zeroed, there are none */
struct rust_names {
	struct rust_function *list;
	size_t n;
};

/* Takes a function that has code, by its symbol, which must outlive the names.  True if it is of
 * Rust's older mangling; others are not taken. */
bool rust_names_add_symbol(struct rust_names *names, const char *symbol);

/* Takes a function, inlined or not, that has such a symbol, with its name by the debug information,
 * which is freed with the names, or NULL.  Each can be taken any number of times. */
void rust_names_add(struct rust_names *names, const char *symbol, char *name);

/*
 * Makes the names different and adds them to the reply.  The first digits of the hash follow a
 * name that the debug information does not have, if several symbols of the object have it, and
 * one that several functions have that were taken by their symbols: copies in several crates.
 */
void rust_names_complete(
    struct rust_names *names, const struct object *object, struct reply *reply);

/* Returns the number of a function's name in the reply; 0: it was not taken.  Sets whether the name
 * says more than the demangled symbol. */
uint32_t rust_names_number(
    const struct rust_names *names, const char *symbol, bool *is_told_apart);

void rust_names_release(struct rust_names *names);

#endif
