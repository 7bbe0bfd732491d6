/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the names of scopes and where they were inlined. */
#include <dwarf.h>
#include <stdlib.h>

#include "cg-names/entries/entry.h"
#include "cg-names/entries/rust_name.h"
#include "cg-names/lines/unit_files.h"
#include "cg-names/object/symbols.h"
#include "libcli/cli.h"
#include "copies.h"
#include "function_name.h"
#include "scope_tree.h"
#include "scopes.h"

/* a function, or a place where one was inlined */
struct inlined_scope {
	Dwarf_Die die;
	Dwarf_Die origin; /* the declaration with its name */
	size_t caller; /* the scope into which it was inlined, or SCOPE_NONE */
	bool is_used;  /* an address is in it */
	const char *rust; /* its symbol, of Rust's older mangling; else NULL */
	/* in the reply */
	uint32_t number, file, function, call_file;
	int64_t line, call_line;
};

struct scope_search {
	struct scope_tree tree;
	struct inlined_scope *scopes; /* as the tree has them */
	size_t nscopes;
	struct rust_names *rust;
};

static bool
is_inlined(const struct inlined_scope *scope)
{
	return scope->caller != SCOPE_NONE;
}

/* --- names ---------------------------------------------------------------- */

static bool
use(struct scope_search *s)
{
	bool any = false;

	for (size_t i = 0; i < s->tree.n; i++)
		for (size_t j = s->tree.innermost[i];
		     j != SCOPE_NONE && !s->scopes[j].is_used;
		     j = s->scopes[j].caller) {
			s->scopes[j].is_used = any = true;
			s->scopes[j].origin = entry_origin(&s->scopes[j].die);
		}
	return any;
}

static int
compare_origins(const void *a, const void *b)
{
	const struct inlined_scope *const *x = a, *const *y = b;
	uintptr_t left = (uintptr_t)(*x)->origin.addr;
	uintptr_t right = (uintptr_t)(*y)->origin.addr;

	if (left != right)
		return left < right ? -1 : 1;
	return (*x > *y) - (*x < *y);
}

/* Takes where an entry is declared, if it says so. */
static bool
take_declaration(struct unit_files *files, Dwarf_Die *die,
    struct inlined_scope *scope, struct reply *reply)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	if (dwarf_formudata(
		dwarf_attr_integrate(die, DW_AT_decl_line, &attribute),
		&value) == 0 &&
	    value <= UINT32_MAX)
		scope->line = (int64_t)value;
	if (dwarf_formudata(
		dwarf_attr_integrate(die, DW_AT_decl_file, &attribute),
		&value) != 0)
		return false;
	scope->file = unit_files_number(files, attribute.cu, value, reply);
	return true;
}

/* Finds out where the function is declared.  gcc does not say it of a lambda, only of the type
 * around it. */
static void
find_declaration(struct unit_files *files, struct enclosing_units *units,
    struct inlined_scope *scope, struct reply *reply)
{
	const struct enclosing_entry *around;
	const struct enclosing *enclosing;
	Dwarf_Die die;

	if (take_declaration(files, &scope->die, scope, reply))
		return;
	enclosing = enclosing_of(units, scope->origin.cu);
	for (around = enclosing_find(enclosing, &scope->origin); around != NULL;
	     around = enclosing_parent(enclosing, around)) {
		die = around->die;
		if (take_declaration(files, &die, scope, reply))
			return;
	}
}

/* Finds out where the function was inlined. */
static void
find_call(
    struct unit_files *files, struct inlined_scope *scope, struct reply *reply)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	if (dwarf_formudata(
		dwarf_attr(&scope->die, DW_AT_call_line, &attribute), &value) ==
		0 &&
	    value <= UINT32_MAX)
		scope->call_line = (int64_t)value;
	if (dwarf_formudata(
		dwarf_attr(&scope->die, DW_AT_call_file, &attribute), &value) ==
	    0)
		scope->call_file =
		    unit_files_number(files, attribute.cu, value, reply);
}

/* Finds the places of calls, unit by unit, as the scopes were found. */
static void
find_calls(struct scope_search *s, struct reply *reply)
{
	struct unit_files files = {.object = s->tree.object};

	for (size_t i = 0; i < s->nscopes; i++)
		if (s->scopes[i].is_used && is_inlined(&s->scopes[i]))
			find_call(&files, &s->scopes[i], reply);
	unit_files_close(&files);
}

/* Finds the symbols of functions whose names would be built. */
static void
find_copies(struct copies *copies, const struct object *object,
    struct enclosing_units *units, struct inlined_scope **sorted, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((i == 0 ||
			sorted[i]->origin.addr != sorted[i - 1]->origin.addr) &&
		    function_name_is_built(&sorted[i]->die))
			copies_add(copies, units, &sorted[i]->die);
	copies_find(copies, object);
}

/* Takes a function if it is of Rust's older mangling. */
static bool
take_rust(struct rust_names *names, struct enclosing_units *units,
    struct inlined_scope *scope)
{
	const char *symbol = entry_linkage_name(&scope->die);

	if (symbol == NULL || rust_name_hash(symbol) == NULL)
		return false;
	scope->rust = symbol;
	rust_names_add(
	    names, symbol, rust_name_build(symbol, units, &scope->die));
	return true;
}

static void
find_rust_names(struct scope_search *s, struct reply *reply)
{
	bool is_told_apart;

	rust_names_complete(s->rust, s->tree.object, reply);
	for (size_t i = 0; i < s->nscopes; i++)
		if (s->scopes[i].rust != NULL)
			s->scopes[i].function = rust_names_number(
			    s->rust, s->scopes[i].rust, &is_told_apart);
}

/* Names each function once. */
static void
find_names(struct scope_search *s, struct reply *reply)
{
	struct inlined_scope **sorted = cli_alloc(s->nscopes, sizeof(*sorted));
	const struct inlined_scope *last = NULL;
	struct enclosing_units units = {0};
	struct unit_files files = {.object = s->tree.object};
	struct copies copies = {0};
	size_t n = 0;

	for (size_t i = 0; i < s->nscopes; i++)
		if (s->scopes[i].is_used)
			sorted[n++] = &s->scopes[i];
	qsort(sorted, n, sizeof(*sorted), compare_origins);
	find_copies(&copies, s->tree.object, &units, sorted, n);
	for (size_t i = 0; i < n; i++) {
		struct inlined_scope *scope = sorted[i];
		const char *symbol;

		if (last != NULL && last->origin.addr == scope->origin.addr) {
			scope->function = last->function;
			scope->rust = last->rust;
			scope->file = last->file;
			scope->line = last->line;
			continue;
		}
		symbol = copies_symbol(&copies, &scope->die);
		if (symbol != NULL)
			scope->function = symbols_reply(reply, symbol);
		else if (!take_rust(s->rust, &units, scope))
			scope->function =
			    function_name(reply, &units, &scope->die);
		find_declaration(&files, &units, scope, reply);
		last = scope;
	}
	copies_release(&copies);
	enclosing_release(&units);
	unit_files_close(&files);
	free(sorted);
}

/* --- the reply ------------------------------------------------------------ */

/* Returns the address of the first instruction, or 0: only gcc says which. */
static uint64_t
entry_address(struct inlined_scope *scope)
{
	Dwarf_Addr address;

	return dwarf_hasattr(&scope->die, DW_AT_entry_pc) &&
		       dwarf_entrypc(&scope->die, &address) == 0
		   ? address
		   : 0;
}

/* Callers come before what was inlined into them, as they were found. */
static void
reply_scopes(struct scope_search *s, struct reply *reply)
{
	for (size_t i = 0; i < s->nscopes; i++) {
		struct inlined_scope *scope = &s->scopes[i];
		struct names_scope answer = {
		    .function = scope->function,
		    .file = scope->file,
		    .line = scope->line,
		    .call_file = scope->call_file,
		    .call_line = scope->call_line,
		};

		if (!scope->is_used || !is_inlined(scope))
			continue;
		/* without a name, it is a part of the function around it */
		if (scope->function == 0) {
			scope->number = s->scopes[scope->caller].number;
			continue;
		}
		answer.caller = s->scopes[scope->caller].number;
		answer.entry = entry_address(scope);
		scope->number = reply_scope(reply, &answer);
	}
}

static void
set_places(struct scope_search *s, struct names_run *places)
{
	for (size_t i = 0; i < s->tree.n; i++) {
		const struct inlined_scope *scope;

		if (s->tree.innermost[i] == SCOPE_NONE)
			continue;
		scope = &s->scopes[s->tree.innermost[i]];
		places[i].scope = scope->number;
		if (places[i].line == 0 && scope->line != 0 &&
		    scope->file != 0) {
			places[i].is_declaration = 1;
			places[i].line = scope->line;
			places[i].file = scope->file;
		}
	}
}

void
scopes_find(struct object *object, const uint64_t *addresses, size_t n,
    struct names_run *places, struct rust_names *rust, struct reply *reply)
{
	struct scope_search s = {
	    .tree = {.object = object, .addresses = addresses, .n = n},
	    .rust = rust,
	};

	scope_tree_read(&s.tree);
	s.nscopes = s.tree.nnodes;
	s.scopes = cli_alloc(s.nscopes, sizeof(*s.scopes));
	for (size_t i = 0; i < s.nscopes; i++) {
		s.scopes[i].die = s.tree.nodes[i].die;
		s.scopes[i].caller = s.tree.nodes[i].around;
	}
	if (use(&s))
		find_names(&s, reply);
	find_rust_names(&s, reply);
	if (object->request->inlined) {
		find_calls(&s, reply);
		reply_scopes(&s, reply);
		set_places(&s, places);
	}
	free(s.scopes);
	scope_tree_release(&s.tree);
}
