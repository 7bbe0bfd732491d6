/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Both have symbols, and entries in the debug information, of which only one has code.  Names that
 * sources give to one function have no such entries, and constructors have one.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "cg-names/object/symbols.h"
#include "folded.h"

static bool
is_at(const char *name, uint64_t start, const void *address)
{
	(void)name;
	return start == *(const uint64_t *)address;
}

/* True if the symbol is of the function, which may be a clone of it. */
static bool
is_symbol_of(Dwarf_Die *function, const char *symbol)
{
	const char *linkage = entry_linkage_name(function);
	const char *name = linkage != NULL ? linkage : dwarf_diename(function);
	size_t len = strcspn(symbol, ".");

	return name != NULL && strncmp(name, symbol, len) == 0 &&
	       name[len] == '\0';
}

/* True if a symbol is of a function without code of its own. */
static bool
is_of_another(struct site_search *s, Dwarf_Die *function, const char *symbol)
{
	Dwarf_Die origin = entry_origin(function);
	const struct enclosing *unit =
	    enclosing_of(&s->types->enclosing, origin.cu);

	for (size_t i = 0; i < unit->n; i++) {
		Dwarf_Die die = unit->entries[i].die;

		if (dwarf_tag(&die) == DW_TAG_subprogram &&
		    !entry_has(&die, DW_AT_declaration) &&
		    entry_origin(&die).addr != origin.addr &&
		    is_symbol_of(&die, symbol))
			return true;
	}
	return false;
}

bool
folded_is(struct site_search *s, const struct site *site)
{
	size_t scope = site_scope(&s->scopes, site->asked->address), n = 0;
	Dwarf_Addr base, start, end;
	const char **symbols;
	Dwarf_Die *function;
	bool found = false;

	function =
	    scope == SCOPE_NONE ? NULL : site_function(&s->scopes, scope);
	if (function == NULL ||
	    dwarf_ranges(function, 0, &base, &start, &end) <= 0)
		return false;
	symbols = symbols_list(s->object, is_at, &(uint64_t){start}, &n);
	for (size_t i = 0; n > 1 && i < n && !found; i++)
		found = is_of_another(s, function, symbols[i]);
	free(symbols);
	return found;
}
