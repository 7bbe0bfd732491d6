// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which function an instruction is in.  VG_(get_fnname) demangles the name
 * whenever it is asked, which for a large C++ program would be a twentieth of
 * its time; so it is asked once for each symbol, and symbols are looked up once
 * for a superblock that lies in one as a whole.
 */
#include "functions.h"
#include "core.h"
#include "names.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_mallocfree.h"

#if CORE_HAS_SYMBOL_NAMES
/* What the core declares for itself: the name that the symbol has in the
 * object, and how far from its start the address is.  Symbols do not
 * overlap. */
Bool VG_(get_fnname_raw)(DiEpoch epoch, Addr addr, const HChar **name);
Bool VG_(get_inst_offset_in_function)(
    DiEpoch epoch, Addr addr, PtrdiffT *offset);
#else
/* The plain way: each instruction is looked up by itself. */
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

struct function {
	struct function *next;
	UWord symbol;      /* its interned name in the object */
	const HChar *name; /* interned */
};

static struct {
	VgHashTable *table;
	Addr first, last;  /* all in between are in the same function, */
	const HChar *name; /* this one; NULL if there are none */
} functions;

static const HChar *
name_at(Addr addr)
{
	const HChar *name;

	if (!VG_(get_fnname)(VG_(current_DiEpoch)(), addr, &name))
		return "???";
	return name_intern(name);
}

static struct function *
add_function(UWord symbol, const HChar *name)
{
	struct function *function =
	    VG_(perm_malloc)(sizeof *function, sizeof(void *));

	function->symbol = symbol;
	function->name = name;
	VG_(HT_add_node)(functions.table, function);
	return function;
}

static const HChar *
function_of(const HChar *symbol, Addr addr)
{
	UWord key = (UWord)name_intern(symbol);

	if (!functions.table)
		functions.table = VG_(HT_construct)("cgcollect.functions");

	struct function *known = VG_(HT_lookup)(functions.table, key);

	return (known ? known : add_function(key, name_at(addr)))->name;
}

const HChar *
function_at(Addr addr)
{
	const HChar *symbol;

	if (functions.name && addr >= functions.first && addr <= functions.last)
		return functions.name;
	if (!VG_(get_fnname_raw)(VG_(current_DiEpoch)(), addr, &symbol))
		return name_intern("???");
	return function_of(symbol, addr);
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

void
functions_begin_superblock(Addr first, Addr last)
{
	functions.name = NULL;
	if (!are_in_one_symbol(first, last))
		return;
	functions.name = function_at(first);
	functions.first = first;
	functions.last = last;
}
