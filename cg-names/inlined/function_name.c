/* SPDX-License-Identifier: BSD-2-Clause */
/* Chooses between the linkage name, the plain name and a name that is built. */
#include <stdlib.h>

#include "cg-names/entries/cxx_name.h"
#include "cg-names/entries/entry.h"
#include "cg-names/entries/language.h"
#include "cg-names/object/symbols.h"
#include "function_name.h"

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
	if (language_of(die) != LANGUAGE_CXX)
		return reply_string(reply, plain);
	cxx_name_add_qualified(&name, die, true);
	if (name.text != NULL)
		number = reply_string(reply, name.text);
	free(name.text);
	return number;
}
