// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions that calls connect, and the targets of calls and jumps.
 */
#include "functions.h"
#include "core.h"
#include "process/interned.h"
#include "symbols.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#if CORE_HAS_REDIRECTIONS
/* The core declares it for itself.  It returns the address of the code that
 * runs instead of the code at addr. */
Addr VG_(redir_do_lookup)(Addr addr, Bool *is_wrap);
#else
static Addr VG_(redir_do_lookup)(Addr addr, Bool *is_wrap)
{
	return addr;
}
#endif

#define RECENT_TARGETS 4096

static struct {
	VgHashTable *table;
	VgHashTable *targets;
	Bool stale; /* targets may have changed */
	const struct target *recent[RECENT_TARGETS]; /* by their address */
} functions;

UInt function_targets_epoch = 1;

static Word
compare_keys(const void *a, const void *b)
{
	const struct function *left = a, *right = b;

	return left->object != right->object || left->file != right->file ||
	       left->name != right->name || left->is_stub != right->is_stub;
}

static struct function *
find_function(const struct function *wanted)
{
	if (!functions.table)
		functions.table = VG_(HT_construct)("cgcollect.functions");

	struct function *known =
	    VG_(HT_gen_lookup)(functions.table, wanted, compare_keys);

	if (known)
		return known;

	struct function *function =
	    VG_(perm_malloc)(sizeof *function, sizeof(void *));

	*function = *wanted;
	VG_(HT_add_node)(functions.table, function);
	return function;
}

struct function *
function_at(Addr addr)
{
	const DebugInfo *info =
	    VG_(find_DebugInfo)(VG_(current_DiEpoch)(), addr);
	struct source_line line;
	Addr first = addr;
	struct function wanted = {
	    .name = symbols_function_at(addr),
	    .is_stub = VG_(DebugInfo_sect_kind)(NULL, addr) == Vg_SectPLT,
	};

	/* Stubs of all objects are one function: one that shared the name ???
	 * with other code of its object would appear to be in a cycle with it.
	 */
	wanted.object = name_intern(info && !wanted.is_stub
					? VG_(DebugInfo_get_filename)(info)
					: "???");
	wanted.has_symbol = VG_(strcmp)(wanted.name, "???") != 0;
	if (symbols_first_of(addr, &first)) {
		symbols_line_at(first, &line);
		wanted.file = symbols_path(&line);
		wanted.line = line.number;
		wanted.address =
		    info ? first - (Addr)VG_(DebugInfo_get_text_bias)(info)
			 : first;
	} else {
		wanted.file = name_intern("???");
	}
	wanted.is_resolver =
	    VG_(strncmp)(wanted.name, "_dl_runtime_resolve", 19) == 0;
	wanted.hash = ((UWord)wanted.object >> 3) * 31 +
		      ((UWord)wanted.file >> 3) * 17 +
		      ((UWord)wanted.name >> 3) + wanted.is_stub;
	return find_function(&wanted);
}

/* --- targets -------------------------------------------------------------- */

static void
forget_targets(void)
{
	if (functions.targets)
		VG_(HT_destruct)(functions.targets, VG_(free));
	functions.targets = VG_(HT_construct)("cgcollect.targets");
	functions.stale = False;
	VG_(memset)(functions.recent, 0, sizeof functions.recent);
	function_targets_epoch++;
}

static __attribute__((noinline)) const struct target *
find_target(Addr addr)
{
	struct target *target = VG_(HT_lookup)(functions.targets, addr);
	const HChar *name;

	if (target)
		return target;

	Addr code = VG_(redir_do_lookup)(addr, NULL);

	target = VG_(malloc)("cgcollect.target", sizeof *target);
	target->addr = addr;
	symbols_begin_superblock(code, code);
	target->function = function_at(code);
	target->is_entry =
	    VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), code, &name);
	VG_(HT_add_node)(functions.targets, target);
	return target;
}

const struct target *
function_target(Addr addr)
{
	const struct target **recent;

	if (functions.stale || !functions.targets)
		forget_targets();
	recent = &functions.recent[addr % RECENT_TARGETS];
	if (!*recent || (*recent)->addr != addr)
		*recent = find_target(addr);
	return *recent;
}

void
function_targets_forget(void)
{
	functions.stale = True;
}
