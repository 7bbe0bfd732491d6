/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the ranges of compilation units from their first entries.  That takes
 * some microseconds for a unit, and .debug_aranges, which would say the same
 * faster, does not have all units, and clang writes none.
 */
#include <dwarf.h>
#include <stdlib.h>

#include "libcli/cli.h"
#include "units.h"

static void
add_range(struct units *units, uint64_t start, uint64_t end)
{
	struct unit_range range = {start, end, end, units->n};

	units->ranges =
	    cli_grow(units->ranges, units->nranges, sizeof(*units->ranges));
	units->ranges[units->nranges++] = range;
}

static void
add_unit(struct units *units, Dwarf_Die *die, struct object *object)
{
	struct unit unit = {.die = *die};
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;

	if (!dwarf_hasattr(die, DW_AT_stmt_list))
		return;
	while ((offset = dwarf_ranges(die, offset, &base, &start, &end)) > 0) {
		unit.has_ranges = true;
		if (start < end && object_is_code(object, start))
			add_range(units, start, end);
	}
	if (offset < 0)
		object_problem(object, "its debug information is damaged");
	units->units = cli_grow(units->units, units->n, sizeof(*units->units));
	units->units[units->n++] = unit;
}

static int
compare_ranges(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	/* the innermost last */
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return (x->unit > y->unit) - (x->unit < y->unit);
}

static void
read_units(struct units *units, struct object *object)
{
	Dwarf_CU *unit = NULL;
	uint8_t type;
	Dwarf_Die die;
	int status;

	while ((status = dwarf_get_units(
		    object->dwarf, unit, &unit, NULL, &type, &die, NULL)) == 0)
		if (type == DW_UT_compile || type == DW_UT_skeleton)
			add_unit(units, &die, object);
	if (status < 0)
		object_problem(object, "its debug information is damaged");
	if (units->nranges > 0)
		qsort(units->ranges, units->nranges, sizeof(*units->ranges),
		    compare_ranges);
	for (size_t i = 1; i < units->nranges; i++)
		if (units->ranges[i].reach < units->ranges[i - 1].reach)
			units->ranges[i].reach = units->ranges[i - 1].reach;
}

struct units *
units_of(struct object *object)
{
	if (object->units == NULL) {
		object->units = cli_alloc(1, sizeof(*object->units));
		read_units(object->units, object);
	}
	return object->units;
}

void
units_free(struct object *object)
{
	if (object->units == NULL)
		return;
	free(object->units->units);
	free(object->units->ranges);
	free(object->units);
}

/* Returns the innermost unit at the address, or else the last one before it. */
static size_t
find_unit(const struct units *units, uint64_t address)
{
	size_t low = 0, high = units->nranges;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (units->ranges[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return units->n;
	for (size_t i = low; i-- > 0 && units->ranges[i].reach > address;)
		if (units->ranges[i].end > address)
			return units->ranges[i].unit;
	return units->ranges[low - 1].unit;
}

size_t
units_need(struct units *units, uint64_t address)
{
	size_t unit = find_unit(units, address);

	if (unit < units->n)
		units->units[unit].is_needed = true;
	return unit;
}

Dwarf_Die
unit_functions(const struct unit *unit)
{
	Dwarf_Die split;
	uint8_t type;

	if (dwarf_cu_info(unit->die.cu, NULL, &type, NULL, &split, NULL, NULL,
		NULL) == 0 &&
	    type == DW_UT_skeleton && split.addr != NULL)
		return split;
	return unit->die;
}
