/* SPDX-License-Identifier: BSD-2-Clause */
/* Types, and parameters of functions. */
#include <dwarf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cxx_name.h"
#include "entry.h"

/* the cv-qualifiers of a type, and the type without them and typedefs */
struct stripped {
	Dwarf_Die type;
	bool is_void;
	bool is_const, is_volatile, is_restrict;
};

static struct stripped
strip(Dwarf_Die *type)
{
	struct stripped stripped = {.is_void = type == NULL};
	Dwarf_Die next;

	if (type == NULL)
		return stripped;
	stripped.type = *type;
	for (int i = 0; i < CXX_MOST_DEPTH; i++) {
		switch (dwarf_tag(&stripped.type)) {
		case DW_TAG_const_type:
			stripped.is_const = true;
			break;
		case DW_TAG_volatile_type:
			stripped.is_volatile = true;
			break;
		case DW_TAG_restrict_type:
			stripped.is_restrict = true;
			break;
		case DW_TAG_typedef:
			break;
		default:
			return stripped;
		}
		if (!entry_refer(&stripped.type, DW_AT_type, &next)) {
			stripped.is_void = true;
			return stripped;
		}
		stripped.type = next;
	}
	return stripped;
}

/* --- types ---------------------------------------------------------------- */

bool
cxx_name_add_base(struct cxx_name *name, const char *plain, size_t len)
{
	static const char *const names[][2] = {
	    {"long int", "long"},
	    {"long unsigned int", "unsigned long"},
	    {"short int", "short"},
	    {"short unsigned int", "unsigned short"},
	    {"long long int", "long long"},
	    {"long long unsigned int", "unsigned long long"},
	    {"__int128 unsigned", "unsigned __int128"},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strlen(names[i][0]) == len &&
		    strncmp(plain, names[i][0], len) == 0) {
			cxx_name_add(name, names[i][1]);
			return true;
		}
	return false;
}

static void
add_base(struct cxx_name *name, Dwarf_Die *type)
{
	const char *plain = dwarf_diename(type);

	if (plain == NULL)
		plain = "???";
	if (!cxx_name_add_base(name, plain, strlen(plain)))
		cxx_name_add(name, plain);
}

/* true if a declarator goes around what points to it: "(*)" */
static bool
is_around(const struct stripped *type)
{
	int tag;

	if (type->is_void)
		return false;
	tag = dwarf_tag((Dwarf_Die *)&type->type);
	return tag == DW_TAG_subroutine_type || tag == DW_TAG_array_type;
}

static void add_left(struct cxx_name *name, const struct stripped *type);
static void add_right(struct cxx_name *name, const struct stripped *type);

/* Returns what the type is made of. */
static struct stripped
element(const struct stripped *type)
{
	Dwarf_Die die = type->type, next;

	return strip(entry_refer(&die, DW_AT_type, &next) ? &next : NULL);
}

static void
add_pointer(
    struct cxx_name *name, const struct stripped *type, const char *sign)
{
	struct stripped pointee = element(type);

	add_left(name, &pointee);
	if (is_around(&pointee))
		cxx_name_add(name, " (");
	cxx_name_add(name, sign);
}

static void
add_member_pointer(struct cxx_name *name, const struct stripped *type)
{
	struct stripped pointee = element(type);
	Dwarf_Die die = type->type, class;

	add_left(name, &pointee);
	cxx_name_add(name, is_around(&pointee) ? " (" : " ");
	if (entry_refer(&die, DW_AT_containing_type, &class))
		cxx_name_add_qualified(name, &class, false);
	cxx_name_add(name, "::*");
}

/* Adds the type up to the place of a name that is declared with it. */
static void
add_left(struct cxx_name *name, const struct stripped *type)
{
	struct stripped inner;
	Dwarf_Die die = type->type;
	int tag;

	if (type->is_void) {
		cxx_name_add(name, "void");
	} else if (name->depth >= CXX_MOST_DEPTH ||
		   name->steps++ >= CXX_MOST_STEPS) {
		cxx_name_add(name, "...");
	} else if (!cxx_name_add_auto(name, &die)) {
		name->depth++;
		tag = dwarf_tag(&die);
		switch (tag) {
		case DW_TAG_pointer_type:
			add_pointer(name, type, "*");
			break;
		case DW_TAG_reference_type:
			add_pointer(name, type, "&");
			break;
		case DW_TAG_rvalue_reference_type:
			add_pointer(name, type, "&&");
			break;
		case DW_TAG_ptr_to_member_type:
			add_member_pointer(name, type);
			break;
		case DW_TAG_array_type:
		case DW_TAG_subroutine_type:
			inner = element(type);
			add_left(name, &inner);
			break;
		case DW_TAG_base_type:
		case DW_TAG_unspecified_type:
			add_base(name, &die);
			break;
		default:
			cxx_name_add_qualified(name, &die, false);
			break;
		}
		name->depth--;
	}
	if (type->is_const)
		cxx_name_add(name, " const");
	if (type->is_volatile)
		cxx_name_add(name, " volatile");
	if (type->is_restrict)
		cxx_name_add(name, " __restrict");
}

void
cxx_name_add_bounds(struct cxx_name *name, Dwarf_Die *array)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;
	char text[32];
	Dwarf_Die die;

	if (dwarf_child(array, &die) != 0)
		return;
	do {
		if (dwarf_tag(&die) != DW_TAG_subrange_type)
			continue;
		text[0] = '\0';
		if (dwarf_formudata(
			dwarf_attr(&die, DW_AT_count, &attribute), &value) == 0)
			snprintf(text, sizeof(text), "%" PRIu64, value);
		else if (dwarf_formudata(
			     dwarf_attr(&die, DW_AT_upper_bound, &attribute),
			     &value) == 0)
			snprintf(text, sizeof(text), "%" PRIu64, value + 1);
		cxx_name_add(name, "[");
		cxx_name_add(name, text);
		cxx_name_add(name, "]");
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* Adds the rest. */
static void
add_right(struct cxx_name *name, const struct stripped *type)
{
	struct stripped inner;
	Dwarf_Die die = type->type;
	int tag;

	if (type->is_void || name->depth >= CXX_MOST_DEPTH ||
	    name->steps++ >= CXX_MOST_STEPS)
		return;
	name->depth++;
	tag = dwarf_tag(&die);
	switch (tag) {
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
	case DW_TAG_ptr_to_member_type:
		inner = element(type);
		if (is_around(&inner)) {
			cxx_name_add(name, ")");
			/* "int (&) [3]", "void (*)(int)" */
			if (dwarf_tag(&inner.type) == DW_TAG_array_type)
				cxx_name_add(name, " ");
		}
		add_right(name, &inner);
		break;
	case DW_TAG_array_type:
		cxx_name_add_bounds(name, &die);
		inner = element(type);
		add_right(name, &inner);
		break;
	case DW_TAG_subroutine_type:
		cxx_name_add_parameters(name, &die);
		cxx_name_add_qualifiers(name, &die);
		inner = element(type);
		add_right(name, &inner);
		break;
	default:
		break;
	}
	name->depth--;
}

void
cxx_name_add_type(struct cxx_name *name, Dwarf_Die *type)
{
	struct stripped stripped = strip(type);

	add_left(name, &stripped);
	/* "int (long)", "int [3]" */
	if (is_around(&stripped))
		cxx_name_add(name, " ");
	add_right(name, &stripped);
}

void
cxx_name_add_type_of(struct cxx_name *name, Dwarf_Die *entry)
{
	Dwarf_Die type;

	cxx_name_add_type(
	    name, entry_refer(entry, DW_AT_type, &type) ? &type : NULL);
}

/* --- parameters ----------------------------------------------------------- */

static void
add_parameter_type(struct cxx_name *name, Dwarf_Die *parameter)
{
	Dwarf_Die type;
	struct stripped stripped;

	if (!entry_refer(parameter, DW_AT_type, &type)) {
		cxx_name_add_type(name, NULL);
		return;
	}
	/* the qualifiers of a parameter itself do not belong to its function */
	stripped = strip(&type);
	cxx_name_add_type(name, stripped.is_void ? NULL : &stripped.type);
}

/* Adds the pack of a generic lambda: "(auto:1)...". */
static void
add_auto_pack(struct cxx_name *name, Dwarf_Die *pack, int *n)
{
	Dwarf_Die first;

	if ((*n)++ > 0)
		cxx_name_add(name, ", ");
	cxx_name_add(name, "(");
	if (dwarf_child(pack, &first) == 0)
		add_parameter_type(name, &first);
	else
		cxx_name_add(name, "auto:1");
	cxx_name_add(name, ")...");
}

/* Adds types of parameters with ", " between them; *n counts them. */
static void
add_parameters(struct cxx_name *name, Dwarf_Die *function, int *n)
{
	Dwarf_Die die;

	if (dwarf_child(function, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_GNU_formal_parameter_pack &&
		    name->generic != NULL)
			add_auto_pack(name, &die, n);
		else if (tag == DW_TAG_GNU_formal_parameter_pack)
			add_parameters(name, &die, n);
		if ((tag != DW_TAG_formal_parameter &&
			tag != DW_TAG_unspecified_parameters) ||
		    entry_has(&die, DW_AT_artificial))
			continue;
		if ((*n)++ > 0)
			cxx_name_add(name, ", ");
		if (tag == DW_TAG_formal_parameter)
			add_parameter_type(name, &die);
		else
			cxx_name_add(name, "...");
	} while (dwarf_siblingof(&die, &die) == 0);
}

void
cxx_name_add_parameters(struct cxx_name *name, Dwarf_Die *function)
{
	int n = 0;

	cxx_name_add(name, "(");
	add_parameters(name, function, &n);
	cxx_name_add(name, ")");
}

/* Sets the parameter for the object of a member function.  clang's declarations
 * do not refer to it. */
static bool
find_this(Dwarf_Die *function, Dwarf_Die *this)
{
	return entry_refer(function, DW_AT_object_pointer, this) ||
	       (dwarf_child(function, this) == 0 &&
		   dwarf_tag(this) == DW_TAG_formal_parameter &&
		   entry_has(this, DW_AT_artificial));
}

void
cxx_name_add_qualifiers(struct cxx_name *name, Dwarf_Die *function)
{
	Dwarf_Die this, type, object;
	struct stripped stripped;

	if (find_this(function, &this) &&
	    entry_refer(&this, DW_AT_type, &type)) {
		stripped = strip(&type);
		if (!stripped.is_void &&
		    entry_refer(&stripped.type, DW_AT_type, &object)) {
			stripped = strip(&object);
			if (stripped.is_const)
				cxx_name_add(name, " const");
			if (stripped.is_volatile)
				cxx_name_add(name, " volatile");
		}
	}
	if (entry_has(function, DW_AT_reference))
		cxx_name_add(name, " &");
	if (entry_has(function, DW_AT_rvalue_reference))
		cxx_name_add(name, " &&");
}
