/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts its steps, because a damaged type can be made of itself. */
#include <dwarf.h>
#include <string.h>

#include "type_entry.h"

enum { MOST_STEPS = 100 };

bool
type_of(Dwarf_Die *entry, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(entry, DW_AT_type, &attribute) != NULL &&
	       dwarf_formref_die(&attribute, type) != NULL;
}

bool
type_peel(Dwarf_Die *type, bool keeps_typedefs)
{
	Dwarf_Die next;

	for (int i = 0; i < MOST_STEPS; i++) {
		switch (dwarf_tag(type)) {
		case DW_TAG_typedef:
			if (keeps_typedefs)
				return true;
			break;
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_restrict_type:
		case DW_TAG_atomic_type:
		case DW_TAG_immutable_type:
			break;
		default:
			return dwarf_tag(type) != DW_TAG_unspecified_type;
		}
		if (!type_of(type, &next))
			return false;
		*type = next;
	}
	return false;
}

bool
type_pointee(const Dwarf_Die *pointer, Dwarf_Die *type)
{
	Dwarf_Die die = *pointer, peeled;

	if (dwarf_tag(&die) != DW_TAG_pointer_type || !type_of(&die, type))
		return false;
	peeled = *type;
	return type_peel(&peeled, false);
}

uint64_t
type_number(Dwarf_Die *entry, unsigned int attribute, uint64_t otherwise)
{
	Dwarf_Attribute found;
	Dwarf_Word value;

	return dwarf_formudata(dwarf_attr(entry, attribute, &found), &value) ==
		       0
		   ? value
		   : otherwise;
}

/* Returns the number of elements in one dimension. */
static uint64_t
bound(Dwarf_Die *range)
{
	uint64_t low = type_number(range, DW_AT_lower_bound, 0);
	uint64_t high = type_number(range, DW_AT_upper_bound, UINT64_MAX);
	uint64_t count = type_number(range, DW_AT_count, UINT64_MAX);

	if (count != UINT64_MAX)
		return count;
	return high == UINT64_MAX || high < low ? 0 : high - low + 1;
}

uint64_t
type_element(Dwarf_Die *type)
{
	uint64_t n = 1;
	Dwarf_Die array = *type, range;

	for (int i = 0; i < MOST_STEPS && type_peel(&array, false) &&
			dwarf_tag(&array) == DW_TAG_array_type;
	     i++) {
		if (dwarf_child(&array, &range) != 0)
			n = 0;
		else
			do
				if (dwarf_tag(&range) == DW_TAG_subrange_type &&
				    __builtin_mul_overflow(
					n, bound(&range), &n))
					n = 0;
			while (dwarf_siblingof(&range, &range) == 0);
		if (!type_of(&array, type))
			return 0;
		array = *type;
	}
	return n;
}

static uint64_t
size_of_entry(Dwarf_Die *die)
{
	uint8_t size = 0;

	switch (dwarf_tag(die)) {
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		dwarf_cu_die(die->cu, &(Dwarf_Die){0}, NULL, NULL, &size, NULL,
		    NULL, NULL);
		break;
	default:
		break;
	}
	return type_number(die, DW_AT_byte_size, size);
}

uint64_t
type_size(const Dwarf_Die *type)
{
	Dwarf_Die die = *type;
	uint64_t n, size;

	if (!type_peel(&die, false))
		return 0;
	/* vectors of a processor are arrays with a size of their own */
	size = size_of_entry(&die);
	if (size != 0 || dwarf_tag(&die) != DW_TAG_array_type)
		return size;
	n = type_element(&die);
	if (!type_peel(&die, false) ||
	    __builtin_mul_overflow(n, size_of_entry(&die), &size))
		return 0;
	return size;
}

bool
type_is_aggregate(const Dwarf_Die *type)
{
	switch (dwarf_tag((Dwarf_Die *)type)) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		return true;
	default:
		return false;
	}
}

bool
type_argument(Dwarf_Die *template, Dwarf_Die *type)
{
	Dwarf_Die die;

	if (dwarf_child(template, &die) != 0)
		return false;
	do
		if (dwarf_tag(&die) == DW_TAG_template_type_parameter)
			return type_of(&die, type);
	while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

bool
type_is_char(const Dwarf_Die *type)
{
	Dwarf_Die die = *type;
	const char *name;

	if (!type_peel(&die, false) || dwarf_tag(&die) != DW_TAG_base_type ||
	    type_number(&die, DW_AT_byte_size, 0) != 1)
		return false;
	name = dwarf_diename(&die);
	return name != NULL &&
	       (strstr(name, "char") != NULL || strcmp(name, "u8") == 0);
}

int64_t
type_decl_line(Dwarf_Die *entry)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	return dwarf_formudata(
		   dwarf_attr_integrate(entry, DW_AT_decl_line, &attribute),
		   &value) == 0 &&
		       value <= UINT32_MAX
		   ? (int64_t)value
		   : 0;
}

bool
type_is_polymorphic(const Dwarf_Die *type)
{
	Dwarf_Die die = *type;

	/* the class that has the table of functions */
	return type_peel(&die, false) && type_is_aggregate(&die) &&
	       dwarf_hasattr(&die, DW_AT_containing_type);
}

bool
type_flexible_member(const Dwarf_Die *type, Dwarf_Die *member)
{
	Dwarf_Die die = *type, child, last;
	bool has_members = false;

	if (!type_peel(&die, false) || !type_is_aggregate(&die) ||
	    dwarf_child(&die, &child) != 0)
		return false;
	do
		if (dwarf_tag(&child) == DW_TAG_member) {
			last = child;
			has_members = true;
		}
	while (dwarf_siblingof(&child, &child) == 0);
	if (!has_members || !type_of(&last, &die) || !type_peel(&die, false) ||
	    dwarf_tag(&die) != DW_TAG_array_type || type_size(&die) != 0)
		return false;
	*member = last;
	return true;
}
