/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In C, a typedef is the name of what has none, and of numbers and pointers; what
 * has a tag is called by that.  In C++, types have the names that they have in
 * those of functions.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/cxx_name.h"
#include "libcli/cli.h"
#include "type_entry.h"
#include "type_name.h"

enum {
	MOST_POINTERS = 16,
	MOST_ARRAYS = 8, /* of pointers to arrays */
};

/* --- C -------------------------------------------------------------------- */

static const char *
tag_word(Dwarf_Die *type)
{
	switch (dwarf_tag(type)) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
		return "struct ";
	case DW_TAG_union_type:
		return "union ";
	case DW_TAG_enumeration_type:
		return "enum ";
	default:
		return "";
	}
}

/* Removes typedefs of what has a tag; true if it has another name. */
static bool
find_named(Dwarf_Die *type)
{
	Dwarf_Die tagged = *type;

	if (!type_peel(&tagged, false))
		return dwarf_diename(type) != NULL;
	if (*tag_word(&tagged) != '\0' && dwarf_diename(&tagged) != NULL)
		*type = tagged;
	return dwarf_diename(type) != NULL;
}

/* Returns the name of a number: gcc has others than people. */
static char *
name_number(Dwarf_Die *type, const char *stars)
{
	struct cxx_name name = {.units = NULL};

	cxx_name_add_type(&name, type);
	cxx_name_add(&name, stars);
	return name.text;
}

static char *name_in_c(const Dwarf_Die *type, int narrays);

/* Returns the name of an array, or of a pointer to one, or NULL: "struct node [20]",
 * "int (*) [4]". */
static char *
name_array(Dwarf_Die *array, const char *stars, int narrays)
{
	struct cxx_name bounds = {.units = NULL};
	char *element, *name;
	const char *text;
	Dwarf_Die type;

	element = narrays < MOST_ARRAYS && type_of(array, &type)
		      ? name_in_c(&type, narrays + 1)
		      : NULL;
	if (element == NULL)
		return NULL;
	cxx_name_add_bounds(&bounds, array);
	text = bounds.text != NULL ? bounds.text : "[]";
	name = *stars != '\0'
		   ? cli_format("%s (%s) %s", element, stars + 1, text)
		   : cli_format("%s %s", element, text);
	free(element);
	free(bounds.text);
	return name;
}

/* Returns the name of a type of C, which is in so many arrays, or NULL if it needs a
 * declarator. */
static char *
name_in_c(const Dwarf_Die *type, int narrays)
{
	char stars[MOST_POINTERS + 2] = " ";
	Dwarf_Die die = *type, next;
	size_t n = 0;

	while (type_peel(&die, true) && !find_named(&die) &&
	       dwarf_tag(&die) == DW_TAG_pointer_type && n < MOST_POINTERS) {
		stars[1 + n++] = '*';
		if (!type_of(&die, &next))
			return cli_format("void%s", stars);
		die = next;
	}
	stars[n == 0 ? 0 : 1 + n] = '\0';
	if (dwarf_tag(&die) == DW_TAG_base_type)
		return name_number(&die, stars);
	if (dwarf_diename(&die) != NULL)
		return cli_format(
		    "%s%s%s", tag_word(&die), dwarf_diename(&die), stars);
	if (*tag_word(&die) != '\0')
		return cli_format("%s{...}%s", tag_word(&die), stars);
	if (dwarf_tag(&die) == DW_TAG_array_type)
		return name_array(&die, stars, narrays);
	return NULL;
}

/* --- C++ and Rust --------------------------------------------------------- */

/* Sets a type without a name to the typedef that names it. */
static void
find_typedef(const Dwarf_Die *type, Dwarf_Die *named)
{
	Dwarf_Die die = *type, target, call;

	*named = die;
	if (!type_peel(&die, true) || dwarf_tag(&die) != DW_TAG_typedef)
		return;
	target = die;
	if (type_peel(&target, false) && *tag_word(&target) != '\0' &&
	    dwarf_diename(&target) == NULL && !cxx_lambda_find(&target, &call))
		*named = die;
}

static void
add_scopes(struct cxx_name *name, Dwarf_Die *type)
{
	const struct enclosing_entry *around =
	    enclosing_find(enclosing_of(name->units, type->cu), type);

	if (around != NULL) {
		Dwarf_Die scope = around->die;

		cxx_name_add_qualified(name, &scope, false);
		cxx_name_add(name, "::");
	}
}

char *
type_name(struct enclosing_units *units, enum language language,
    const Dwarf_Die *type)
{
	struct cxx_name name = {.units = units};
	char *plain = language == LANGUAGE_C ? name_in_c(type, 0) : NULL;
	Dwarf_Die named;

	if (plain != NULL)
		return plain;
	find_typedef(type, &named);
	if (language == LANGUAGE_RUST && type_peel(&named, false) &&
	    dwarf_diename(&named) != NULL) {
		/* a pointer is "&mut [u8]", numbers are in no module */
		if (type_is_aggregate(&named) &&
		    strpbrk(dwarf_diename(&named), "&*([") !=
			dwarf_diename(&named))
			add_scopes(&name, &named);
		cxx_name_add(&name, dwarf_diename(&named));
	} else if (dwarf_tag(&named) == DW_TAG_typedef) {
		add_scopes(&name, &named);
		cxx_name_add(&name, dwarf_diename(&named));
	} else {
		cxx_name_add_type(&name, &named);
	}
	return name.text != NULL ? name.text : cli_format("%s", "???");
}
