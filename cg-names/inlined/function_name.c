/* SPDX-License-Identifier: BSD-2-Clause */
/* Chooses between the linkage name, the plain name and a name that is built. */
#include <dwarf.h>
#include <stdlib.h>

#include "cg-names/symbols.h"
#include "cxx_name.h"
#include "entry.h"
#include "function_name.h"

static bool
is_of_cxx(Dwarf_Die *die)
{
	Dwarf_Die unit;

	if (dwarf_diecu(die, &unit, NULL, NULL) == NULL)
		return false;
	switch (dwarf_srclang(&unit)) {
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
	case 0x2b: /* C++17 */
	case 0x2c: /* C++20 */
		return true;
	default:
		return false;
	}
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
	if (!is_of_cxx(die))
		return reply_string(reply, plain);
	cxx_name_add_qualified(&name, die, true);
	if (name.text != NULL)
		number = reply_string(reply, name.text);
	free(name.text);
	return number;
}
