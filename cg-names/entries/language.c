/* SPDX-License-Identifier: BSD-2-Clause */
#include <dwarf.h>

#include "language.h"

/* dwarf.h of elfutils lacks these */
enum {
	RUST = 0x1c,
	CXX_17 = 0x2a,
	CXX_20 = 0x2b,
	C_17 = 0x2c,
};

enum language
language_of(Dwarf_Die *entry)
{
	Dwarf_Die unit;

	if (dwarf_diecu(entry, &unit, NULL, NULL) == NULL)
		return LANGUAGE_UNKNOWN;
	switch (dwarf_srclang(&unit)) {
	case DW_LANG_C:
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case C_17:
		return LANGUAGE_C;
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
	case CXX_17:
	case CXX_20:
		return LANGUAGE_CXX;
	case RUST:
		return LANGUAGE_RUST;
	case -1:
		return LANGUAGE_UNKNOWN;
	default:
		return LANGUAGE_OTHER;
	}
}
