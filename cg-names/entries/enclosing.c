/* SPDX-License-Identifier: BSD-2-Clause */
/* Walks through a unit once, because entries do not refer to what is around them. */
#include <dwarf.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "enclosing.h"

enum { MOST_DEPTH = 2000 };

/* True if names can be in it or refer to it. */
static bool
is_named(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_interface_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
	case DW_TAG_inlined_subroutine:
		return true;
	default:
		return false;
	}
}

static void
walk(struct enclosing *enclosing, Dwarf_Die *around, size_t parent, int depth)
{
	Dwarf_Die die;

	if (depth == MOST_DEPTH || dwarf_child(around, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);
		size_t own = enclosing->n;

		if (!is_named(tag))
			continue;
		enclosing->entries = cli_grow(
		    enclosing->entries, own, sizeof(*enclosing->entries));
		enclosing->entries[enclosing->n++] = (struct enclosing_entry){
		    dwarf_dieoffset(&die), die, parent};
		walk(enclosing, &die, own, depth + 1);
	} while (dwarf_siblingof(&die, &die) == 0);
}

const struct enclosing *
enclosing_of(struct enclosing_units *units, Dwarf_CU *unit)
{
	struct enclosing *enclosing;
	Dwarf_Die die;

	for (size_t i = units->n; i-- > 0;)
		if (units->units[i].unit == unit)
			return &units->units[i];
	units->units = cli_grow(units->units, units->n, sizeof(*units->units));
	enclosing = &units->units[units->n++];
	*enclosing = (struct enclosing){.unit = unit};
	if (dwarf_cu_die(unit, &die, NULL, NULL, NULL, NULL, NULL, NULL) ==
	    NULL)
		return enclosing;
	enclosing->entries = cli_grow(NULL, 0, sizeof(*enclosing->entries));
	enclosing->entries[enclosing->n++] =
	    (struct enclosing_entry){dwarf_dieoffset(&die), die, 0};
	walk(enclosing, &die, 0, 0);
	return enclosing;
}

void
enclosing_release(struct enclosing_units *units)
{
	for (size_t i = 0; i < units->n; i++)
		free(units->units[i].entries);
	free(units->units);
}

static int
compare_offsets(const void *a, const void *b)
{
	const Dwarf_Off *offset = a;
	const struct enclosing_entry *entry = b;

	return (*offset > entry->offset) - (*offset < entry->offset);
}

const struct enclosing_entry *
enclosing_parent(
    const struct enclosing *enclosing, const struct enclosing_entry *entry)
{
	while (entry->parent != 0) {
		Dwarf_Die die;

		entry = &enclosing->entries[entry->parent];
		die = entry->die;
		if (dwarf_tag(&die) != DW_TAG_lexical_block)
			return entry;
	}
	return NULL;
}

const struct enclosing_entry *
enclosing_find(const struct enclosing *enclosing, Dwarf_Die *die)
{
	Dwarf_Off offset = dwarf_dieoffset(die);
	const struct enclosing_entry *found = NULL;

	if (enclosing->n > 0)
		found = bsearch(&offset, enclosing->entries, enclosing->n,
		    sizeof(*enclosing->entries), compare_offsets);
	return found == NULL ? NULL : enclosing_parent(enclosing, found);
}

const struct enclosing_entry *
enclosing_next(const struct enclosing *enclosing,
    const struct enclosing_entry *function, const struct enclosing_entry *entry)
{
	const struct enclosing_entry *end = enclosing->entries + enclosing->n;

	/* what is in an entry follows it */
	if (function == NULL || entry + 1 == end ||
	    enclosing->entries + entry[1].parent < function)
		return NULL;
	return entry + 1;
}
