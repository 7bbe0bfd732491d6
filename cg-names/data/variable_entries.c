/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks through all units once, because most have no table that says which variables
 * are in them.  Variables in functions, which are static there, are among them.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "cg-names/lines/line_table.h"
#include "cg-names/lines/units.h"
#include "libcli/cli.h"
#include "type_entry.h"
#include "variable_entries.h"

struct entry_search {
	struct object *object;
	bool is_thread_local;
	struct address_range segment; /* of thread-local variables */
	enum language language;       /* of the unit */
	const uint64_t *addresses;
	size_t n;
	struct variable_entry *found;
	const void **imported; /* units, sorted */
	size_t nimported;
};

/* Sets the address that an operation pushes. */
static bool
find_address(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *address)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr value;

	switch (op->atom) {
	case DW_OP_addr:
	case DW_OP_const4u:
	case DW_OP_const8u:
	case DW_OP_constu:
		*address = op->number;
		return true;
	case DW_OP_addrx:
	case DW_OP_constx:
	case DW_OP_GNU_addr_index:
	case DW_OP_GNU_const_index:
		/* what is no address has a form of numbers */
		if (dwarf_getlocation_attr(location, op, &attribute) != 0 ||
		    (dwarf_formaddr(&attribute, &value) != 0 &&
			dwarf_formudata(&attribute, &value) != 0))
			return false;
		*address = value;
		return true;
	default:
		return false;
	}
}

static bool
is_indexed(const Dwarf_Op *op)
{
	return op->atom == DW_OP_constx || op->atom == DW_OP_GNU_const_index;
}

/* Sets where a variable is, if it is in one piece. */
static bool
find_location(struct entry_search *s, Dwarf_Die *die, uint64_t *address)
{
	Dwarf_Attribute location;
	Dwarf_Op *ops;
	size_t n;
	bool is_thread_local;

	if (dwarf_attr(die, DW_AT_location, &location) == NULL ||
	    dwarf_getlocation(&location, &ops, &n) != 0 || n == 0 ||
	    !find_address(&location, &ops[0], address))
		return false;
	is_thread_local =
	    n >= 2 && (ops[1].atom == DW_OP_form_tls_address ||
			  ops[1].atom == DW_OP_GNU_push_tls_address);
	if (is_thread_local != s->is_thread_local)
		return false;
	/* gcc's split debug information has addresses instead of offsets */
	if (is_thread_local && is_indexed(&ops[0]) &&
	    *address >= s->segment.start && *address < s->segment.end)
		*address -= s->segment.start;
	ops += 1 + is_thread_local;
	n -= 1 + is_thread_local;
	if (n == 1 && ops[0].atom == DW_OP_plus_uconst)
		*address += ops[0].number;
	else if (n > 0)
		return false;
	return true;
}

static void
take_variable(struct entry_search *s, Dwarf_Die *die)
{
	struct line_wanted wanted = {s->addresses, s->n};
	struct variable_entry entry = {.die = *die, .language = s->language};
	Dwarf_Die type;
	size_t i;

	if (!find_location(s, die, &entry.start))
		return;
	i = line_wanted_from(&wanted, entry.start);
	if (i == s->n)
		return;
	if (type_of(die, &type))
		entry.size = type_size(&type);
	/* arrays without bounds have the size of their symbols */
	if (entry.size == 0)
		entry.size = 1;
	for (; i < s->n && s->addresses[i] - entry.start < entry.size; i++)
		if (s->found[i].die.addr == NULL ||
		    s->found[i].start < entry.start)
			s->found[i] = entry;
}

static bool
has_variables(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
	       tag == DW_TAG_common_block || entry_has_functions(tag);
}

/* Remembers that a unit was imported.  False if it was before. */
static bool
remember(struct entry_search *s, const void *unit)
{
	size_t low = 0, high = s->nimported;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)s->imported[middle] < (uintptr_t)unit)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < s->nimported && s->imported[low] == unit)
		return false;
	s->imported = cli_grow(s->imported, s->nimported, sizeof(*s->imported));
	memmove(s->imported + low + 1, s->imported + low,
	    (s->nimported - low) * sizeof(*s->imported));
	s->imported[low] = unit;
	s->nimported++;
	return true;
}

static void
walk(struct entry_search *s, Dwarf_Die *parent, int depth)
{
	Dwarf_Die unit;
	Dwarf_Die die;

	if (depth == ENTRY_MOST_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_variable)
			take_variable(s, &die);
		else if (tag == DW_TAG_imported_unit) {
			/* dwz moves what units have in common */
			if (entry_refer(&die, DW_AT_import, &unit) &&
			    remember(s, unit.addr))
				walk(s, &unit, depth + 1);
		} else if (has_variables(tag))
			walk(s, &die, depth + 1);
	} while (dwarf_siblingof(&die, &die) == 0);
}

struct variable_entry *
variable_entries_find(struct object *object, bool is_thread_local,
    const uint64_t *addresses, size_t n)
{
	struct entry_search s = {.object = object,
	    .is_thread_local = is_thread_local,
	    .segment = object_tls(object),
	    .addresses = addresses,
	    .n = n,
	    .found = cli_alloc(n, sizeof(*s.found))};
	struct units *units;

	if (n == 0 || object->lines == NULL || object_dwarf(object) == NULL)
		return s.found;
	units = units_of(object);
	for (size_t i = 0; i < units->n; i++) {
		Dwarf_Die die = unit_functions(&units->units[i]);

		s.language = language_of(&die);
		walk(&s, &die, 0);
	}
	free(s.imported);
	return s.found;
}
