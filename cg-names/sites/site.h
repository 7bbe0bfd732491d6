/* SPDX-License-Identifier: BSD-2-Clause */
/* A call that allocates memory, and what its rules share. */
#ifndef SITE_H
#define SITE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cg-names/data/types.h"
#include "cg-names/data/variable_entries.h"
#include "cg-names/inlined/scope_tree.h"
#include "libnames/protocol.h"
#include "result.h"
#include "statement.h"

/* what the sites of an object share */
struct site_search {
	struct types *types;
	struct object *object;
	struct scope_tree scopes; /* of the sites and of the code after them */
	/* static variables that results are stored in */
	uint64_t *statics;
	size_t nstatics;
	struct variable_entry *variables; /* at each of these */
	struct scope_tree callees;        /* that get a result */
	/* files and lines at the addresses of the scopes */
	struct names_run *places;
	struct reply text;
	const char **strings; /* in it; the first one is number 1 */
	struct source source;
};

struct site {
	const struct names_asked_site *asked;
	const char *wanted; /* or "" */
	struct result result;
	enum language language;
	Dwarf_CU *unit; /* NULL: not known */
	/* the largest type that a rule has found; addr NULL: none */
	Dwarf_Die type;
	uint64_t size;
	uint64_t cookie; /* before an array of it; 0: there is none */
	/* a rule has found another type of this size */
	bool is_ambiguous;
};

/* True if the blocks can be of the type: its size divides theirs, or its last member has
 * as many elements as there is room for. */
bool site_fits(const struct site *site, const Dwarf_Die *type, uint64_t size);

/* True if the type is another one than the one that was taken. */
bool site_has_other(const struct site *site, const Dwarf_Die *type);

/* Takes a type for what the site allocates, if the blocks can be of it and it is larger
 * than what was taken.  Another one as large makes it ambiguous, but not in C++, where it can be
 * the only member or base class.  Characters are no type, because memory of any type is called
 * that. */
void site_take(struct site_search *s, struct site *site, const Dwarf_Die *type);

/* The same for an array that new makes: if its elements have a destructor, their number comes
 * before them, and blocks are no multiple of their size. */
void site_take_array(
    struct site_search *s, struct site *site, const Dwarf_Die *type);

/* The same as site_take for what a pointer points to, if it is one; but if that can be the beginning
 * of something larger, only if it has the size of the blocks. */
void site_take_pointee(
    struct site_search *s, struct site *site, const Dwarf_Die *pointer);

/* Returns the innermost scope of an address of the tree, or SCOPE_NONE. */
size_t site_scope(const struct scope_tree *tree, uint64_t address);

/* Returns the line of a site, or NULL. */
const struct names_run *
site_place(const struct site_search *s, const struct site *site);

/* Returns the function that a scope is a part of, inlined or not. */
Dwarf_Die *site_function(const struct scope_tree *tree, size_t scope);

#endif
