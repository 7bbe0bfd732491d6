// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds the function of an instruction.  VG_(get_fnname) demangles
 * the name at each call, which would take a twentieth of the time of a large
 * C++ program; so it is called once for each symbol.  If a superblock lies
 * completely in one symbol, the symbol is looked up only once.
 */
#include "../../../include/clone_suffixes.h"
#include "containers/interned.h"
#include "core.h"
#include "symbols.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"

#if CORE_HAS_SYMBOL_NAMES
/* The core declares these for itself.  They return the name that the symbol has
 * in the object, and the offset of the address in the symbol.  Symbols do not
 * overlap. */
Bool VG_(get_fnname_raw)(DiEpoch epoch, Addr addr, const HChar **name);
Bool VG_(get_inst_offset_in_function)(
    DiEpoch epoch, Addr addr, PtrdiffT *offset);
#else
/* Without them, each instruction is looked up by itself. */
static Bool VG_(get_fnname_raw)(DiEpoch epoch, Addr addr, const HChar **name)
{
	return VG_(get_fnname)(epoch, addr, name);
}

static Bool VG_(get_inst_offset_in_function)(
    DiEpoch epoch, Addr addr, PtrdiffT *offset)
{
	return False;
}
#endif

/* The name of a function, found by the name of its symbol. */
struct symbol_name {
	struct symbol_name *next;
	UWord symbol;      /* address of its interned name in the object */
	const HChar *name; /* demangled and interned */
};

static struct {
	VgHashTable *names;
	Addr first, last;  /* addresses that are all in one function */
	const HChar *name; /* of that function; NULL if there is none */
} symbols;

static const HChar *
name_at(Addr addr)
{
	const HChar *name;

	if (!VG_(get_fnname)(VG_(current_DiEpoch)(), addr, &name))
		return "???";
	return name_intern(name);
}

static struct symbol_name *
add_name(UWord symbol, const HChar *name)
{
	struct symbol_name *added =
	    VG_(perm_malloc)(sizeof *added, sizeof(void *));

	added->symbol = symbol;
	added->name = name;
	VG_(HT_add_node)(symbols.names, added);
	return added;
}

static const HChar *
function_of(const HChar *symbol, Addr addr)
{
	UWord key = (UWord)name_intern(symbol);

	if (!symbols.names)
		symbols.names = VG_(HT_construct)("cgcollect.symbols");

	struct symbol_name *known = VG_(HT_lookup)(symbols.names, key);

	return (known ? known : add_name(key, name_at(addr)))->name;
}

const HChar *
symbols_function_at(Addr addr)
{
	const HChar *symbol;

	if (symbols.name && addr >= symbols.first && addr <= symbols.last)
		return symbols.name;
	if (!VG_(get_fnname_raw)(VG_(current_DiEpoch)(), addr, &symbol))
		return name_intern("???");
	return function_of(symbol, addr);
}

Bool
symbols_first_of(Addr addr, Addr *first)
{
	PtrdiffT offset;

	if (!VG_(get_inst_offset_in_function)(
		VG_(current_DiEpoch)(), addr, &offset))
		return False;
	*first = addr - (Addr)offset;
	return True;
}

static Bool
are_in_one_symbol(Addr first, Addr last)
{
	DiEpoch epoch = VG_(current_DiEpoch)();
	PtrdiffT from, to;

	return VG_(get_inst_offset_in_function)(epoch, first, &from) &&
	       VG_(get_inst_offset_in_function)(epoch, last, &to) &&
	       to - from == (PtrdiffT)(last - first);
}

Bool
symbols_begin_superblock(Addr first, Addr last)
{
	symbols.name = NULL;
	if (!are_in_one_symbol(first, last))
		return False;
	symbols.name = symbols_function_at(first);
	symbols.first = first;
	symbols.last = last;
	return True;
}

/* --- clones --------------------------------------------------------------- */

/* Returns where the suffix of a compiler begins; the end of the name if it has
 * none. */
static const HChar *
find_suffix(const HChar *function)
{
	const HChar *first = function + VG_(strlen)(function);

	for (UInt i = 0; i < sizeof clone_suffixes / sizeof *clone_suffixes;
	     i++) {
		const HChar *found = VG_(strstr)(function, clone_suffixes[i]);

		if (found && found > function && found < first)
			first = found;
	}
	return first;
}

const HChar *
symbols_plain_name(const HChar *function)
{
	HChar *plain = VG_(strdup)("cgcollect.symbols.plain", function);

	plain[find_suffix(function) - function] = '\0';
	return name_take(plain);
}

#define COMPARABLE 1000000

Bool
symbols_match(const HChar *pattern, const HChar *name)
{
	return VG_(strlen)(name) < COMPARABLE &&
	       VG_(string_match)(pattern, name);
}
