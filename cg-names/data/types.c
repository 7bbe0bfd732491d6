/* SPDX-License-Identifier: BSD-2-Clause */
/* What several readers of types share: the index of all units, files and enclosing entries. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "libcli/cli.h"
#include "type_entry.h"
#include "type_name.h"
#include "types.h"

void
types_complete(struct types *types, Dwarf_Die *type)
{
	Dwarf_Die die = *type;
	const struct indexed_type *found;
	size_t n;
	const char *name;

	if (!type_peel(&die, false) || !type_is_aggregate(&die) ||
	    !entry_has(&die, DW_AT_declaration))
		return;
	name = dwarf_diename(&die);
	if (name == NULL)
		return;
	found = type_index_find(
	    &types->index, types->object, name, strlen(name), &n);
	for (size_t i = 0; i < n; i++) {
		Dwarf_Die other = found[i].die;
		char *own, *others;
		bool is_same;

		if (!type_is_aggregate(&other))
			continue;
		own = type_name(&types->enclosing, LANGUAGE_CXX, &die);
		others = type_name(&types->enclosing, LANGUAGE_CXX, &other);
		is_same = strcmp(own, others) == 0;
		free(own);
		free(others);
		if (is_same) {
			*type = other;
			return;
		}
	}
}

uint32_t
types_declaration(struct types *types, Dwarf_Die *entry, int64_t *line)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;
	uint32_t file = 0;

	if (dwarf_formudata(
		dwarf_attr_integrate(entry, DW_AT_decl_file, &attribute),
		&value) == 0)
		file = unit_files_number(
		    &types->files, attribute.cu, value, &types->reply->strings);
	/* a line of a file that is not known says nothing */
	*line = file == 0 ? 0 : type_decl_line(entry);
	return file;
}

void
types_release(struct types *types)
{
	enclosing_release(&types->enclosing);
	unit_files_close(&types->files);
	type_index_release(&types->index);
	free(types->known);
}
