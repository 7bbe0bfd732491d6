/* SPDX-License-Identifier: BSD-2-Clause */
/* Remembers types by their entries; libnames makes equal ones of several units the
 * same. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "libcli/cli.h"
#include "layout.h"
#include "type_entry.h"
#include "type_name.h"
#include "types.h"

static int
compare(const struct known_type *x, const struct known_type *y)
{
	uintptr_t left = (uintptr_t)x->entry, right = (uintptr_t)y->entry;

	if (left != right)
		return left < right ? -1 : 1;
	return (int)x->language - (int)y->language;
}

/* Returns the index of the type, or where it must be inserted. */
static size_t
find(const struct types *types, const struct known_type *key)
{
	size_t low = 0, high = types->nknown;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&types->known[middle], key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
remember(struct types *types, const struct known_type *known)
{
	size_t i = find(types, known);

	types->known =
	    cli_grow(types->known, types->nknown, sizeof(*types->known));
	memmove(types->known + i + 1, types->known + i,
	    (types->nknown - i) * sizeof(*types->known));
	types->known[i] = *known;
	types->nknown++;
}

uint32_t
types_add(struct types *types, enum language language, const Dwarf_Die *type)
{
	struct known_type known = {type->addr, language, 0};
	size_t i = find(types, &known);
	struct names_data_type answer;
	Dwarf_Die die = *type;
	char *name;

	if (i < types->nknown && compare(&types->known[i], &known) == 0)
		return types->known[i].number;
	types_complete(types, &die);
	answer = (struct names_data_type){.size = type_size(&die)};
	if (answer.size != 0) {
		name = type_name(&types->enclosing, language, &die);
		answer.name = reply_string(&types->reply->strings, name);
		free(name);
		answer.nfields = layout_add(types, &die);
		known.number = data_reply_type(types->reply, &answer);
	}
	remember(types, &known);
	return known.number;
}

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
