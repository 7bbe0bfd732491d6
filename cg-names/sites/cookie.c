/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A class has a destructor if it or a base class declares one, or if a member has one.  One that is
 * declared as a default does nothing by itself, unless it is virtual.
 */
#include <dwarf.h>

#include "cg-names/data/type_entry.h"
#include "cg-names/entries/entry.h"
#include "cookie.h"

enum { MOST_DEPTH = 16, MOST_STEPS = 1 << 16, MOST_ALIGNED = 4096 };

struct destructor_search {
	struct types *types;
	int depth, steps;
};

static bool
is_destructor(Dwarf_Die *die)
{
	const char *name = dwarf_diename(die);

	return dwarf_tag(die) == DW_TAG_subprogram && name != NULL &&
	       name[0] == '~' &&
	       (type_number(die, DW_AT_defaulted, DW_DEFAULTED_no) !=
		       DW_DEFAULTED_in_class ||
		   dwarf_hasattr(die, DW_AT_virtuality));
}

/* True if an object of the type has a destructor that does something. */
static bool
has_destructor(struct destructor_search *d, const Dwarf_Die *type)
{
	Dwarf_Die class = *type, die;
	bool found = false;

	type_element(&class);
	types_complete(d->types, &class);
	if (!type_peel(&class, false) || !type_is_aggregate(&class) ||
	    d->depth == MOST_DEPTH || dwarf_child(&class, &die) != 0)
		return false;
	d->depth++;
	do {
		int tag = dwarf_tag(&die);
		bool is_part = tag == DW_TAG_inheritance ||
			       (tag == DW_TAG_member &&
				   !entry_has(&die, DW_AT_declaration) &&
				   !entry_has(&die, DW_AT_external));
		Dwarf_Die part;

		found =
		    is_destructor(&die) || (is_part && type_of(&die, &part) &&
					       has_destructor(d, &part));
	} while (!found && d->steps++ < MOST_STEPS &&
		 dwarf_siblingof(&die, &die) == 0);
	d->depth--;
	return found;
}

static uint64_t
common_divisor(uint64_t a, uint64_t b)
{
	while (b != 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

uint64_t
cookie_find(
    struct site_search *s, const struct site *site, const Dwarf_Die *class)
{
	struct destructor_search d = {.types = s->types};
	uint64_t size = type_size(class), divisor;
	uint8_t word = 0;

	if (site->language != LANGUAGE_CXX || size == 0 ||
	    site->asked->unit == 0 || !has_destructor(&d, class) ||
	    dwarf_cu_die(class->cu, &(Dwarf_Die){0}, NULL, NULL, &word, NULL,
		NULL, NULL) == NULL)
		return 0;
	/* sizes of blocks have this in common with those of elements; a cookie is as large as
	 * their alignment, if that is more than a word */
	divisor = common_divisor(site->asked->unit, size);
	for (uint64_t cookie = word;
	     cookie <= MOST_ALIGNED && (size % cookie == 0 || cookie == word);
	     cookie *= 2)
		if (cookie % divisor == 0)
			return cookie;
	return 0;
}
