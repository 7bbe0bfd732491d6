/* SPDX-License-Identifier: BSD-2-Clause */
#include <dwarf.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "cg-names/data/type_entry.h"
#include "cg-names/entries/entry.h"
#include "allocators.h"

/* --- names ---------------------------------------------------------------- */

static bool
begins(const char *text, const char *start)
{
	return text != NULL && strncmp(text, start, strlen(start)) == 0;
}

/* Sets the entry around another one. */
static bool
find_around(struct site_search *s, Dwarf_Die *die, Dwarf_Die *around)
{
	const struct enclosing_entry *entry =
	    enclosing_find(enclosing_of(&s->types->enclosing, die->cu), die);

	if (entry == NULL)
		return false;
	*around = entry->die;
	return true;
}

/* True for a function of the standard library: its outermost namespace says so. */
static bool
is_of_library(struct site_search *s, Dwarf_Die *function)
{
	static const char *const libraries[] = {
	    "std", "__gnu_cxx", "alloc", "core", "hashbrown"};
	Dwarf_Die die = *function, around;
	const char *name = NULL;

	for (int i = 0; i < 32 && find_around(s, &die, &around); i++) {
		die = around;
		if (dwarf_tag(&die) == DW_TAG_namespace)
			name = dwarf_diename(&die);
	}
	for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++)
		if (name != NULL && strcmp(name, libraries[i]) == 0)
			return true;
	name = dwarf_diename(function);
	return begins(name, "operator new");
}

/* --- arguments of templates ----------------------------------------------- */

/* Takes what the function returns a pointer to. */
static bool
take_returned(struct site_search *s, struct site *site, Dwarf_Die *function)
{
	Dwarf_Die type, pointee;

	if (!type_of(function, &type) || !type_peel(&type, false) ||
	    !type_pointee(&type, &pointee))
		return false;
	site_take(s, site, &pointee);
	return site->size != 0;
}

/*
 * Takes the type of a function of C++ that allocates: "allocate" of a class of any
 * library, and functions of containers that allocate nodes, return a pointer to it;
 * make_unique has it as an argument.
 */
static bool
take_cxx(struct site_search *s, struct site *site, Dwarf_Die *function,
    const char *name)
{
	static const char *const names[] = {"allocate", "_M_allocate",
	    "_M_get_node", "_M_create_node", "_M_create_storage",
	    "__construct_node", "get_temporary_buffer"};
	Dwarf_Die type;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strncasecmp(name, names[i], strlen(names[i])) == 0 &&
		    take_returned(s, site, function))
			return true;
	if (begins(name, "make_unique") && type_argument(function, &type)) {
		Dwarf_Die element = type;

		if (type_element(&element) != 0 || element.addr != type.addr)
			site_take_array(s, site, &element);
		else
			site_take(s, site, &type);
	}
	return site->size != 0;
}

/*
 * Takes the type of a function of Rust that allocates: of a Box or another pointer
 * that is made, and of the memory of a vector.
 */
static bool
take_rust(struct site_search *s, struct site *site, Dwarf_Die *function,
    const char *name)
{
	static const char *const names[] = {"new<", "new_in<",
	    "try_allocate_in<", "with_capacity_in<", "with_capacity<",
	    "with_capacity_zeroed<", "allocate_in<", "grow_one<",
	    "grow_amortized<", "box_new<", "new_uninit<", "new_uninit_in<",
	    "from_elem<", "to_vec<", "reserve<", "reserve_exact<"};
	Dwarf_Die type;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (begins(name, names[i]) && type_argument(function, &type)) {
			site_take(s, site, &type);
			/* "alloc::alloc::Global" is no size */
			return site->size != 0;
		}
	return false;
}

void
allocators_take(struct site_search *s, struct site *site)
{
	size_t scope = site_scope(&s->scopes, site->asked->address);

	for (; scope != SCOPE_NONE; scope = s->scopes.nodes[scope].around) {
		Dwarf_Die *die = &s->scopes.nodes[scope].die;
		Dwarf_Die origin = entry_origin(die);
		const char *name = dwarf_diename(&origin);
		int tag = dwarf_tag(die);

		if (tag == DW_TAG_lexical_block)
			continue;
		if (name == NULL ||
		    (site->language == LANGUAGE_RUST
			    ? take_rust(s, site, &origin, name)
			    : take_cxx(s, site, &origin, name)) ||
		    !is_of_library(s, &origin))
			return;
	}
}
