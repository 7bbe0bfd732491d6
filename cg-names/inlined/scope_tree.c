/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks through the functions of the units that were executed.  A scope takes the
 * addresses in its ranges that belong to the scope around it, so each address
 * ends in its innermost scope, whatever a damaged or hostile file says: a scope
 * outside of its function or one that overlaps another gets what is left.
 *
 * A function can stand in another one that was not executed, or that has no code
 * because it was inlined everywhere: lambdas, members of local types and nested functions do.
 */
#include <dwarf.h>
#include <stdlib.h>

#include "cg-names/entries/entry.h"
#include "cg-names/lines/line_table.h"
#include "cg-names/lines/units.h"
#include "libcli/cli.h"
#include "scope_tree.h"

/* Takes the addresses of one range.  True if there are any. */
static bool
take_range(struct scope_tree *tree, size_t scope, uint64_t start, uint64_t end)
{
	struct line_wanted wanted = {tree->addresses, tree->n};
	size_t caller = tree->nodes[scope].around;
	bool takes = false;

	for (size_t i = line_wanted_from(&wanted, start);
	     i < tree->n && tree->addresses[i] < end; i++)
		if (tree->innermost[i] == caller) {
			tree->innermost[i] = scope;
			takes = true;
		}
	return takes;
}

static bool
take_ranges(struct scope_tree *tree, size_t scope)
{
	Dwarf_Die *die = &tree->nodes[scope].die;
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;
	bool takes = false;

	while ((offset = dwarf_ranges(die, offset, &base, &start, &end)) > 0)
		if (object_is_code(tree->object, start))
			takes |= take_range(tree, scope, start, end);
	return takes;
}

static void walk(struct scope_tree *tree, Dwarf_Die *parent, size_t around);

static void
walk_scope(struct scope_tree *tree, Dwarf_Die *die, size_t around)
{
	size_t scope = tree->nnodes;

	tree->nodes = cli_grow(tree->nodes, tree->nnodes, sizeof(*tree->nodes));
	tree->nodes[tree->nnodes++] = (struct scope_node){*die, around};
	if (take_ranges(tree, scope)) {
		walk(tree, die, scope);
	} else {
		tree->nnodes--;
		walk(tree, die, SCOPE_NONE);
	}
}

/* Without a scope around them, only functions are looked for. */
static void
walk(struct scope_tree *tree, Dwarf_Die *parent, size_t around)
{
	Dwarf_Die die;

	if (tree->depth == ENTRY_MOST_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	tree->depth++;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_subprogram)
			walk_scope(tree, &die, SCOPE_NONE);
		else if (around != SCOPE_NONE &&
			 (tag == DW_TAG_inlined_subroutine ||
			     (tree->has_blocks && tag == DW_TAG_lexical_block)))
			walk_scope(tree, &die, around);
		else if (entry_has_functions(tag))
			walk(tree, &die, around);
	} while (dwarf_siblingof(&die, &die) == 0);
	tree->depth--;
}

static void
walk_units(struct scope_tree *tree)
{
	struct units *units = units_of(tree->object);

	for (size_t i = 0; i < tree->n; i++)
		units_need(units, tree->addresses[i]);
	for (size_t i = 0; i < units->n; i++) {
		const struct unit *unit = &units->units[i];
		Dwarf_Die die;

		if (!unit->is_needed && unit->has_ranges)
			continue;
		die = unit_functions(unit);
		walk(tree, &die, SCOPE_NONE);
	}
}

void
scope_tree_read(struct scope_tree *tree)
{
	tree->innermost = cli_alloc(tree->n, sizeof(*tree->innermost));
	for (size_t i = 0; i < tree->n; i++)
		tree->innermost[i] = SCOPE_NONE;
	if (object_dwarf(tree->object) != NULL)
		walk_units(tree);
}

void
scope_tree_release(struct scope_tree *tree)
{
	free(tree->nodes);
	free(tree->innermost);
}
