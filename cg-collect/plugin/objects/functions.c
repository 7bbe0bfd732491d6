// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions that calls connect, and the targets of calls and jumps.
 */
#include "containers/interned.h"
#include "core.h"
#include "functions.h"
#include "objects.h"
#include "skip.h"
#include "symbols.h"
#include "unnamed.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
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
	Bool for_calls;
	Addr first, last;      /* addresses that are all in one function */
	struct function *here; /* that function, or NULL */
	VgHashTable *table;
	VgHashTable *targets;
	Bool stale; /* targets may have changed */
	Bool has_interpreter;
	const struct object *interpreter;            /* NULL: all objects */
	const struct target *recent[RECENT_TARGETS]; /* by their address */
} functions;

UInt function_targets_epoch = 1;

static Word
compare_keys(const void *a, const void *b)
{
	const struct function *left = a, *right = b;

	return left->object != right->object || left->name != right->name ||
	       left->address != right->address ||
	       left->is_stub != right->is_stub || left->script != right->script;
}

static Bool
is_interpreter(const struct function *function)
{
	return functions.has_interpreter && !function->script &&
	       (!functions.interpreter ||
		   function->object == functions.interpreter);
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
	function->is_skipped = !function->script &&
			       skip_has(function->name, function->object->path);
	function->is_interpreter = is_interpreter(function);
	VG_(HT_add_node)(functions.table, function);
	return function;
}

/* As Callgrind names it. */
static const HChar *
name_of_address(Addr addr)
{
	HChar name[24];

	VG_(sprintf)(name, VG_WORDSIZE == 8 ? "0x%016lx" : "0x%08lx", addr);
	return name_intern(name);
}

static void
name_by_address(struct function *function, Addr first)
{
	function->address = first;
	function->name = name_of_address(first);
}

/* Names a function without a symbol.  True if addr is its first instruction. */
static Bool
name_unnamed(struct function *function, Addr addr, Addr bias, Bool is_call)
{
	const HChar *stub = NULL;
	struct unnamed unnamed = {.first = addr};

	if (function->is_stub)
		unnamed_find_stub(addr, &unnamed.first, &stub);
	else
		unnamed_find(addr, is_call, &unnamed);
	name_by_address(function, unnamed.first - bias);
	if (stub)
		function->name = stub;
	if (function->is_stub)
		return False;
	function->has_extent = unnamed.has_extent;
	return unnamed.first == addr;
}

static Bool
is_resolver(const HChar *name)
{
	return VG_(strncmp)(name, "_dl_runtime_resolve", 19) == 0;
}

/* In code without symbols, a call enters a function, and so does a jump from
 * another object: compiled functions are entered by jumps of their runtime
 * library. */
static struct function *
function_of(Addr addr, Bool is_call, const struct object *from, Bool *is_first)
{
	Addr bias, first;
	struct function wanted = {.object = object_at(addr, &bias)};

	wanted.name = symbols_function_at(addr);
	wanted.has_symbol = wanted.has_extent =
	    VG_(strcmp)(wanted.name, "???") != 0;
	*is_first = False;
	if (functions.for_calls || !wanted.has_symbol)
		wanted.is_stub =
		    VG_(DebugInfo_sect_kind)(NULL, addr) == Vg_SectPLT;
	if (symbols_first_of(addr, &first))
		wanted.address = first - bias;
	else if ((functions.for_calls || wanted.is_stub) && !wanted.has_symbol)
		*is_first = name_unnamed(&wanted, addr, bias,
		    is_call || (from && from != wanted.object));
	else if (!wanted.has_symbol && unnamed_find_in_table(addr, &first)) {
		name_by_address(&wanted, first - bias);
		wanted.has_extent = True;
	}
	if (functions.for_calls)
		wanted.is_resolver = is_resolver(wanted.name);
	wanted.hash = ((UWord)wanted.object >> 3) * 31 + wanted.address * 17 +
		      ((UWord)wanted.name >> 3) + wanted.is_stub;
	return find_function(&wanted);
}

/* Functions can be known before, if the program asks for calls. */
void
functions_for_calls(void)
{
	struct function *function;

	functions.for_calls = True;
	if (!functions.table)
		return;
	VG_(HT_ResetIter)(functions.table);
	while ((function = VG_(HT_Next)(functions.table)))
		function->is_resolver = is_resolver(function->name);
}

struct function **
functions_all(UInt *nfunctions)
{
	*nfunctions = 0;
	return functions.table ? (struct function **)VG_(HT_to_array)(
				     functions.table, nfunctions)
			       : NULL;
}

void
functions_skip_again(void)
{
	UInt nfunctions;
	struct function **all = functions_all(&nfunctions);

	for (UInt i = 0; i < nfunctions; i++)
		all[i]->is_skipped =
		    !all[i]->script &&
		    skip_has(all[i]->name, all[i]->object->path);
	VG_(free)(all);
	function_targets_epoch++;
}

void
functions_set_interpreter(const struct object *object)
{
	UInt nfunctions;
	struct function **all = functions_all(&nfunctions);

	functions.has_interpreter = True;
	functions.interpreter = object;
	for (UInt i = 0; i < nfunctions; i++)
		all[i]->is_interpreter = is_interpreter(all[i]);
	VG_(free)(all);
}

static struct function
script_function(
    struct object *object, const HChar *file, const HChar *name, UInt line)
{
	return (struct function){
	    .object = object,
	    .name = name,
	    .script = file,
	    .address = line,
	    .hash = ((UWord)file >> 3) * 31 + line * 17 + ((UWord)name >> 3),
	    .has_extent = True,
	};
}

/* The first function of a name has no line in its key, but its own. */
struct function *
function_of_script(
    struct object *object, const HChar *file, const HChar *name, UInt line)
{
	struct function wanted = script_function(object, file, name, 0);
	struct function *first = find_function(&wanted);
	HChar placed[VG_(strlen)(name) + 16];

	if (first->first_line == 0)
		first->first_line = line;
	if (first->first_line == line)
		return first;
	VG_(sprintf)(placed, "%s:%u", name, line);
	wanted = script_function(object, file, name_intern(placed), line);
	wanted.first_line = line;
	return find_function(&wanted);
}

Bool
functions_have_script(const HChar *pattern)
{
	UInt n;
	struct function **all = functions_all(&n);
	Bool has = False;

	for (UInt i = 0; i < n && !has; i++)
		has = all[i]->script && symbols_match(pattern, all[i]->name);
	VG_(free)(all);
	return has;
}

void
functions_begin_superblock(Addr first, Addr last)
{
	functions.here = NULL;
	functions.first = first;
	functions.last = last;
	if (symbols_begin_superblock(first, last))
		functions.here = function_at(first);
}

struct function *
function_at(Addr addr)
{
	Bool is_first;

	if (functions.here && addr >= functions.first && addr <= functions.last)
		return functions.here;
	return function_of(addr, False, NULL, &is_first);
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
find_target(Addr addr, Bool is_call, const struct object *from)
{
	struct target *target = VG_(HT_lookup)(functions.targets, addr);
	const HChar *name;
	Bool is_first;

	if (target)
		return target;

	Addr code = VG_(redir_do_lookup)(addr, NULL);

	target = VG_(malloc)("cgcollect.target", sizeof *target);
	target->addr = addr;
	target->code = code;
	symbols_begin_superblock(code, code);
	target->function = function_of(code, is_call, from, &is_first);
	target->is_entry = is_first || VG_(get_fnname_if_entry)(
					   VG_(current_DiEpoch)(), code, &name);
	VG_(HT_add_node)(functions.targets, target);
	return target;
}

static const struct target *
recent_target(Addr addr, Bool is_call, const struct object *from)
{
	const struct target **recent;

	if (functions.stale || !functions.targets)
		forget_targets();
	recent = &functions.recent[addr % RECENT_TARGETS];
	if (!*recent || (*recent)->addr != addr)
		*recent = find_target(addr, is_call, from);
	return *recent;
}

const struct target *
function_target(Addr addr, const struct object *from)
{
	return recent_target(addr, False, from);
}

const struct target *
function_call_target(Addr addr)
{
	return recent_target(addr, True, NULL);
}

void
function_targets_forget(void)
{
	functions.stale = True;
	unnamed_forget();
}
