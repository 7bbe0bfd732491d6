/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads all units, because neither tables of names nor anything else says where the
 * types are.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "libcli/cli.h"
#include "type_entry.h"
#include "type_index.h"

static bool
is_type(int tag)
{
	switch (tag) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_typedef:
	case DW_TAG_base_type:
		return true;
	default:
		return false;
	}
}

static bool
has_types(int tag)
{
	return tag == DW_TAG_subprogram || entry_has_functions(tag);
}

/* Returns the name of a structure, which may be a typedef's, or NULL. */
static const char *
name_of(const Dwarf_Die *structure)
{
	Dwarf_Die die = *structure;

	if (!type_peel(&die, false) || !type_is_aggregate(&die))
		return NULL;
	if (dwarf_diename(&die) == NULL) {
		die = *structure;
		type_peel(&die, true);
	}
	return dwarf_diename(&die);
}

/* Remembers the structure that another one begins with. */
static void
add_base(struct type_index *index, Dwarf_Die *structure)
{
	Dwarf_Die die, type;
	const char *name;
	int tag;

	if (dwarf_child(structure, &die) != 0)
		return;
	do
		tag = dwarf_tag(&die);
	while (tag != DW_TAG_member && tag != DW_TAG_inheritance &&
	       dwarf_siblingof(&die, &die) == 0);
	if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
	    !type_of(&die, &type) || (name = name_of(&type)) == NULL)
		return;
	index->bases =
	    cli_grow(index->bases, index->nbases, sizeof(*index->bases));
	index->bases[index->nbases++] = name;
}

static void
walk(struct type_index *index, Dwarf_Die *parent, int depth)
{
	Dwarf_Die die;

	if (depth == ENTRY_MOST_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);

		if (is_type(tag) && dwarf_diename(&die) != NULL &&
		    !entry_has(&die, DW_AT_declaration)) {
			index->types = cli_grow(
			    index->types, index->n, sizeof(*index->types));
			index->types[index->n++] =
			    (struct indexed_type){dwarf_diename(&die), die};
		}
		if (type_is_aggregate(&die) && tag != DW_TAG_union_type)
			add_base(index, &die);
		if (has_types(tag))
			walk(index, &die, depth + 1);
	} while (dwarf_siblingof(&die, &die) == 0);
}

static void
walk_units(struct type_index *index, Dwarf *dwarf)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, split;
	uint8_t type;

	while (
	    dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, &split) == 0)
		walk(index,
		    type == DW_UT_skeleton && split.addr != NULL ? &split
								 : &die,
		    0);
}

static int
compare(const void *a, const void *b)
{
	const struct indexed_type *x = a, *y = b;
	int order = strcmp(x->name, y->name);
	uintptr_t left = (uintptr_t)x->die.addr, right = (uintptr_t)y->die.addr;

	return order != 0 ? order : (left > right) - (left < right);
}

static int
compare_strings(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	int order = strcmp(*x, *y);

	return order != 0 ? order : (x > y) - (x < y);
}

static void
read_index(struct type_index *index, struct object *object)
{
	index->is_read = true;
	walk_units(index, object->dwarf);
	if (object->shared_dwarf != NULL)
		walk_units(index, object->shared_dwarf);
	if (index->n > 0)
		qsort(index->types, index->n, sizeof(*index->types), compare);
	if (index->nbases > 0)
		qsort(index->bases, index->nbases, sizeof(*index->bases),
		    compare_strings);
}

/* Compares a name of the index with another one. */
static int
compare_names(const char *indexed, const char *name, size_t len)
{
	int order = strncmp(indexed, name, len);

	return order != 0 ? order : indexed[len] != '\0';
}

const struct indexed_type *
type_index_find(struct type_index *index, struct object *object,
    const char *name, size_t len, size_t *n)
{
	size_t low = 0, high;

	if (!index->is_read)
		read_index(index, object);
	high = index->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_names(index->types[middle].name, name, len) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (high = low; high < index->n &&
			 compare_names(index->types[high].name, name, len) == 0;
	     high++)
		;
	*n = high - low;
	return index->types + low;
}

bool
type_index_has_base(
    struct type_index *index, struct object *object, const Dwarf_Die *structure)
{
	const char *name = name_of(structure);
	size_t low = 0, high;

	if (name == NULL)
		return false;
	if (!index->is_read)
		read_index(index, object);
	high = index->nbases;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(index->bases[middle], name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < index->nbases && strcmp(index->bases[low], name) == 0;
}

void
type_index_release(struct type_index *index)
{
	free(index->types);
	free(index->bases);
}
