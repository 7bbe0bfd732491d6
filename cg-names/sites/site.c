/* SPDX-License-Identifier: BSD-2-Clause */
/* A rule may find several types: of a pointer to a base class and of one to what was
 * made, the latter is larger. */
#include <dwarf.h>
#include <string.h>

#include "cg-names/data/type_entry.h"
#include "cg-names/lines/line_table.h"
#include "cookie.h"
#include "site.h"

bool
site_fits(const struct site *site, const Dwarf_Die *type, uint64_t size)
{
	Dwarf_Die member;

	return size != 0 && (site->asked->unit % size == 0 ||
				type_flexible_member(type, &member));
}

bool
site_has_other(const struct site *site, const Dwarf_Die *type)
{
	Dwarf_Die die = *type, taken = site->type;
	const char *name, *other;

	type_peel(&die, false);
	type_peel(&taken, false);
	/* each unit has its own entry */
	name = dwarf_diename(&taken);
	other = dwarf_diename(&die);
	return die.addr != taken.addr &&
	       (name == NULL || other == NULL || strcmp(name, other) != 0);
}

void
site_take(struct site_search *s, struct site *site, const Dwarf_Die *type)
{
	Dwarf_Die die = *type;
	uint64_t size;

	types_complete(s->types, &die);
	size = type_size(&die);
	if (size < site->size || type_is_char(&die) ||
	    !site_fits(site, &die, size))
		return;
	if (size == site->size) {
		site->is_ambiguous |= site->language != LANGUAGE_CXX &&
				      site_has_other(site, &die);
		return;
	}
	site->type = die;
	site->size = size;
	site->is_ambiguous = false;
}

void
site_take_array(struct site_search *s, struct site *site, const Dwarf_Die *type)
{
	Dwarf_Die die = *type;
	uint64_t cookie;

	types_complete(s->types, &die);
	cookie = cookie_find(s, site, &die);
	if (cookie == 0) {
		site_take(s, site, type);
		return;
	}
	site->type = die;
	site->size = type_size(&die);
	site->cookie = cookie;
}

void
site_take_pointee(
    struct site_search *s, struct site *site, const Dwarf_Die *pointer)
{
	Dwarf_Die die = *pointer, type;

	if (!type_peel(&die, false) || !type_pointee(&die, &type))
		return;
	types_complete(s->types, &type);
	if (site->asked->unit == type_size(&type) ||
	    (!type_is_polymorphic(&type) &&
		!type_index_has_base(&s->types->index, s->object, &type)))
		site_take(s, site, &type);
}

size_t
site_scope(const struct scope_tree *tree, uint64_t address)
{
	struct line_wanted wanted = {tree->addresses, tree->n};
	size_t i = line_wanted_from(&wanted, address);

	return i < tree->n && tree->addresses[i] == address ? tree->innermost[i]
							    : SCOPE_NONE;
}

Dwarf_Die *
site_function(const struct scope_tree *tree, size_t scope)
{
	while (tree->nodes[scope].around != SCOPE_NONE)
		scope = tree->nodes[scope].around;
	return &tree->nodes[scope].die;
}

const struct names_run *
site_place(const struct site_search *s, const struct site *site)
{
	struct line_wanted wanted = {s->scopes.addresses, s->scopes.n};
	size_t i = line_wanted_from(&wanted, site->asked->address);

	return i < s->scopes.n ? &s->places[i] : NULL;
}
