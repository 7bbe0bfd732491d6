/* SPDX-License-Identifier: BSD-2-Clause */
/* Chooses between the linkage name, the plain name and a name that is built. */
#include <stdlib.h>

#include "cg-names/entries/cxx_name.h"
#include "cg-names/entries/entry.h"
#include "cg-names/entries/language.h"
#include "cg-names/object/symbols.h"
#include "function_name.h"

/* A copy that link-time optimisation made can be in a unit of another language. */
static enum language
language_of_function(Dwarf_Die *die)
{
	Dwarf_Die origin = entry_origin(die);
	enum language language = language_of(&origin);

	return language != LANGUAGE_UNKNOWN ? language : language_of(die);
}

bool
function_name_is_built(Dwarf_Die *die)
{
	return entry_linkage_name(die) == NULL && dwarf_diename(die) != NULL &&
	       language_of_function(die) == LANGUAGE_CXX;
}

uint32_t
function_name(
    struct reply *reply, struct enclosing_units *units, Dwarf_Die *die)
{
	const char *plain = dwarf_diename(die),
		   *linkage = entry_linkage_name(die);
	struct cxx_name name = {.units = units};
	uint32_t number = 0;

	if (linkage != NULL)
		return symbols_reply(reply, linkage);
	if (plain == NULL)
		return 0;
	if (language_of_function(die) != LANGUAGE_CXX)
		return reply_string(reply, plain);
	cxx_name_add_qualified(&name, die, true);
	if (name.text != NULL)
		number = reply_string(reply, name.text);
	free(name.text);
	return number;
}
