/* SPDX-License-Identifier: BSD-2-Clause */
#include <dwarf.h>
#include <stddef.h>

#include "entry.h"

bool
entry_has_functions(int tag)
{
	switch (tag) {
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return true;
	default:
		return false;
	}
}

Dwarf_Die
entry_origin(const Dwarf_Die *die)
{
	static const unsigned int references[] = {
	    DW_AT_abstract_origin, DW_AT_specification};
	Dwarf_Die origin = *die, next;
	Dwarf_Attribute attribute;

	for (size_t i = 0; i < sizeof(references) / sizeof(*references); i++)
		/* a reference to itself would go on for ever */
		for (int n = 0; n < 8; n++) {
			if (dwarf_attr(&origin, references[i], &attribute) ==
				NULL ||
			    dwarf_formref_die(&attribute, &next) == NULL)
				break;
			origin = next;
		}
	return origin;
}

bool
entry_has(Dwarf_Die *die, unsigned int attribute)
{
	Dwarf_Attribute found;
	bool is_set = false;

	return dwarf_attr(die, attribute, &found) != NULL &&
	       dwarf_formflag(&found, &is_set) == 0 && is_set;
}

bool
entry_refer(Dwarf_Die *die, unsigned int attribute, Dwarf_Die *type)
{
	Dwarf_Attribute found;

	return dwarf_attr(die, attribute, &found) != NULL &&
	       dwarf_formref_die(&found, type) != NULL;
}

const char *
entry_linkage_name(Dwarf_Die *function)
{
	Dwarf_Attribute attribute;

	if (dwarf_attr_integrate(function, DW_AT_linkage_name, &attribute) ==
		NULL &&
	    dwarf_attr_integrate(
		function, DW_AT_MIPS_linkage_name, &attribute) == NULL)
		return NULL;
	return dwarf_formstring(&attribute);
}
