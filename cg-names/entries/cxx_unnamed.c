/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of types that have none: a typedef's, or the number in their scope. */
#include <dwarf.h>
#include <libiberty/demangle.h>
#include <stdio.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "cxx_name.h"
#include "entry.h"

/* Adds the last component of the mangled name that gcc writes for "typedef struct {}
 * Point". */
static bool
add_linkage_name(struct cxx_name *name, Dwarf_Die *type)
{
	const char *linkage = entry_linkage_name(type);
	char *mangled, *demangled, *last;

	if (linkage == NULL)
		return false;
	mangled = cli_format("_Z%s", linkage);
	demangled = cplus_demangle(mangled, DMGL_ANSI);
	free(mangled);
	if (demangled == NULL)
		return false;
	last = demangled;
	for (char *next = demangled; *next != '\0'; next++)
		if (next[0] == ':' && next[1] == ':')
			last = next + 2;
	cxx_name_add(name, last);
	free(demangled);
	return true;
}

static bool
is_unnamed(Dwarf_Die *die)
{
	Dwarf_Die call;

	switch (dwarf_tag(die)) {
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return dwarf_diename(die) == NULL &&
		       entry_linkage_name(die) == NULL &&
		       !cxx_lambda_find(die, &call);
	default:
		return false;
	}
}

void
cxx_name_add_unnamed(struct cxx_name *name, Dwarf_Die *type)
{
	const struct enclosing *enclosing = enclosing_of(name->units, type->cu);
	const struct enclosing_entry *around = enclosing_find(enclosing, type);
	char text[40];
	int number = 0;

	if (add_linkage_name(name, type))
		return;
	for (size_t i = 1; i < enclosing->n; i++) {
		const struct enclosing_entry *entry = &enclosing->entries[i];
		Dwarf_Die die = entry->die;

		if (enclosing_parent(enclosing, entry) == around)
			number += is_unnamed(&die);
		if (die.addr == type->addr)
			break;
	}
	snprintf(
	    text, sizeof(text), "{unnamed type#%d}", number > 0 ? number : 1);
	cxx_name_add(name, text);
}
