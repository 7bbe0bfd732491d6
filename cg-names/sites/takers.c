/* SPDX-License-Identifier: BSD-2-Clause */
/* A variable gets the result if it is where the code after the call puts it. */
#include <dwarf.h>
#include <string.h>

#include "cg-names/data/type_entry.h"
#include "cg-names/entries/entry.h"
#include "cg-names/lines/line_table.h"
#include "location.h"
#include "takers.h"

enum { MOST_DEPTH = 32 };

/* Returns a scope around the site or the code after it; the first is number 0. */
static size_t
scope_of(const struct site_search *s, const struct site *site, int number)
{
	const uint64_t addresses[] = {
	    site->asked->address, site->asked->after, site->result.last};

	return site_scope(&s->scopes, addresses[number]);
}

/* Calls `take` with each variable and parameter of the scopes around the site. */
static void
visit_variables(struct site_search *s, struct site *site,
    void (*take)(struct site_search *s, struct site *site, Dwarf_Die *variable,
	Dwarf_Die *function, void *data),
    void *data)
{
	for (int i = 0; i < 3; i++)
		for (size_t scope = scope_of(s, site, i); scope != SCOPE_NONE;
		     scope = s->scopes.nodes[scope].around) {
			Dwarf_Die die;

			if (dwarf_child(&s->scopes.nodes[scope].die, &die) != 0)
				continue;
			do {
				int tag = dwarf_tag(&die);

				if (tag == DW_TAG_variable ||
				    tag == DW_TAG_formal_parameter)
					take(s, site, &die,
					    site_function(&s->scopes, scope),
					    data);
			} while (dwarf_siblingof(&die, &die) == 0);
		}
}

static bool
is_pointer(Dwarf_Die *variable, Dwarf_Die *type)
{
	return type_of(variable, type) && type_peel(type, false) &&
	       dwarf_tag(type) == DW_TAG_pointer_type;
}

/* --- variables ------------------------------------------------------------ */

static bool
gets_result(struct site_search *s, const struct site *site, Dwarf_Die *variable,
    Dwarf_Die *function)
{
	for (size_t i = 0; i < site->result.nplaces; i++)
		if (location_is(
			s->object, variable, function, &site->result.places[i]))
			return true;
	return false;
}

static void
take_variable(struct site_search *s, struct site *site, Dwarf_Die *variable,
    Dwarf_Die *function, void *data)
{
	Dwarf_Die type;

	(void)data;
	if (is_pointer(variable, &type) &&
	    gets_result(s, site, variable, function))
		site_take_pointee(s, site, &type);
}

void
takers_variables(struct site_search *s, struct site *site)
{
	visit_variables(s, site, take_variable, NULL);
}

/* --- constructors --------------------------------------------------------- */

/* True if the names are the same without arguments of templates. */
static bool
is_same_name(const char *a, const char *b)
{
	size_t len = strcspn(a, "<");

	return len > 0 && strcspn(b, "<") == len && strncmp(a, b, len) == 0;
}

/* Takes the class of a constructor from the type of its object. */
static void
take_class(struct site_search *s, struct site *site, Dwarf_Die *function,
    Dwarf_Die *this)
{
	Dwarf_Die origin = entry_origin(function), type, class;
	const char *name = dwarf_diename(&origin);

	if (name == NULL || !is_pointer(this, &type) ||
	    !type_pointee(&type, &class) || !type_peel(&class, false) ||
	    !type_is_aggregate(&class) || dwarf_diename(&class) == NULL ||
	    !is_same_name(name, dwarf_diename(&class)))
		return;
	/* a constructor may be that of a base class, if others were inlined */
	if (site->asked->unit != 0 && type_is_polymorphic(&class) &&
	    site->asked->unit != type_size(&class))
		return;
	/* an outer class of the same size has nothing but the inner one */
	if (site->size == type_size(&class))
		site->size = 0;
	site_take(s, site, &class);
}

/* Sets a parameter of a function, counted from 0. */
static bool
find_parameter(Dwarf_Die *function, unsigned int number, Dwarf_Die *die)
{
	if (dwarf_child(function, die) != 0)
		return false;
	do
		if (dwarf_tag(die) == DW_TAG_formal_parameter && number-- == 0)
			return true;
	while (dwarf_siblingof(die, die) == 0);
	return false;
}

/* Returns the function that a call calls, or NULL if it is not known. */
static Dwarf_Die *
callee(struct site_search *s, const struct result_call *call)
{
	size_t scope = site_scope(&s->callees, call->target);

	return scope == SCOPE_NONE ? NULL : site_function(&s->callees, scope);
}

void
takers_constructors(struct site_search *s, struct site *site)
{
	Dwarf_Die this, *function;

	for (size_t i = 0; i < site->result.ncalls; i++) {
		function = callee(s, &site->result.calls[i]);
		if (function != NULL && site->result.calls[i].argument == 0 &&
		    find_parameter(function, 0, &this))
			take_class(s, site, function, &this);
	}
	for (int i = 1; i < 3; i++)
		for (size_t scope = scope_of(s, site, i); scope != SCOPE_NONE;
		     scope = s->scopes.nodes[scope].around) {
			Dwarf_Die *inlined = &s->scopes.nodes[scope].die;

			if (dwarf_tag(inlined) == DW_TAG_inlined_subroutine &&
			    find_parameter(inlined, 0, &this) &&
			    gets_result(s, site, &this,
				site_function(&s->scopes, scope)))
				take_class(s, site, inlined, &this);
		}
}

void
takers_parameters(struct site_search *s, struct site *site)
{
	Dwarf_Die parameter, type, *function;

	for (size_t i = 0; i < site->result.ncalls; i++) {
		function = callee(s, &site->result.calls[i]);
		if (function != NULL &&
		    find_parameter(
			function, site->result.calls[i].argument, &parameter) &&
		    is_pointer(&parameter, &type))
			site_take_pointee(s, site, &type);
	}
}

void
takers_returns(struct site_search *s, struct site *site)
{
	size_t scope = scope_of(s, site, 0);
	Dwarf_Die type;

	if (site->result.is_returned && scope != SCOPE_NONE &&
	    type_of(site_function(&s->scopes, scope), &type))
		site_take_pointee(s, site, &type);
}

/* --- stores --------------------------------------------------------------- */

/* Sets a type to the one of the member that contains the offset.  False if it has
 * none. */
static bool
find_member(struct types *types, Dwarf_Die *type, uint64_t *offset)
{
	Dwarf_Die die, member_type;

	if (dwarf_child(type, &die) != 0)
		return false;
	do {
		int tag = dwarf_tag(&die);
		uint64_t start =
		    type_number(&die, DW_AT_data_member_location, 0);

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
		    entry_has(&die, DW_AT_declaration) ||
		    !type_of(&die, &member_type))
			continue;
		types_complete(types, &member_type);
		if (*offset - start >= type_size(&member_type))
			continue;
		*type = member_type;
		*offset -= start;
		return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

/* Takes the type that a pointer at an offset in another type points to. */
static void
take_member(struct site_search *s, struct site *site, const Dwarf_Die *type,
    uint64_t offset)
{
	Dwarf_Die die = *type;

	for (int i = 0; i < MOST_DEPTH; i++) {
		uint64_t size;

		types_complete(s->types, &die);
		if (!type_peel(&die, false))
			return;
		if (dwarf_tag(&die) == DW_TAG_array_type) {
			type_element(&die);
			size = type_size(&die);
			if (size == 0)
				return;
			offset %= size;
		} else if (!type_is_aggregate(&die)) {
			if (offset == 0)
				site_take_pointee(s, site, &die);
			return;
		} else if (!find_member(s->types, &die, &offset)) {
			return;
		}
	}
}

static void
take_base(struct site_search *s, struct site *site, Dwarf_Die *variable,
    Dwarf_Die *function, void *data)
{
	const struct result_store *store = data;
	struct result_place place = {store->base, store->at, store->at + 1};
	uint64_t offset = store->offset, size;
	Dwarf_Die pointer, type;

	if (!is_pointer(variable, &pointer) || !type_pointee(&pointer, &type) ||
	    !location_is(s->object, variable, function, &place))
		return;
	types_complete(s->types, &type);
	size = type_size(&type);
	/* an element of an array that the variable points to */
	if (size != 0 && (int64_t)offset >= 0 &&
	    (store->has_index || offset >= size))
		offset %= size;
	take_member(s, site, &type, offset);
}

static void
take_static(
    struct site_search *s, struct site *site, const struct result_store *store)
{
	struct line_wanted wanted = {s->statics, s->nstatics};
	size_t i = line_wanted_from(&wanted, store->address);
	Dwarf_Die type;

	if (i < s->nstatics && s->statics[i] == store->address &&
	    s->variables[i].die.addr != NULL &&
	    type_of(&s->variables[i].die, &type))
		take_member(
		    s, site, &type, store->address - s->variables[i].start);
}

void
takers_stores(struct site_search *s, struct site *site)
{
	for (size_t i = 0; i < site->result.nstores; i++) {
		struct result_store *store = &site->result.stores[i];

		if (store->is_static)
			take_static(s, site, store);
		else
			visit_variables(s, site, take_base, store);
	}
}
