// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The cost table: file, function and line to counts.  Translation asks for
 * every instruction, and the answer is mostly the same as for the one before:
 * then no name is built or hashed.
 */
#include "costs.h"
#include "functions.h"
#include "names.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

/* A place in the source; dir and file are debug information's, and last until
 * that is next loaded or unloaded. */
struct place {
	const HChar *dir;
	const HChar *file;
	const HChar *function; /* interned */
	UInt line;
};

static struct {
	VgHashTable *table;
	Bool cleared;       /* what has no counts now is another process's */
	struct cost *last;  /* NULL at the start of a superblock */
	struct place place; /* of last */
} costs;

static void
find_place(Addr addr, struct place *place)
{
	if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), addr,
		&place->file, &place->dir, &place->line)) {
		place->file = "???";
		place->dir = "";
		place->line = 0;
	}
	place->function = function_at(addr);
}

static const HChar *
intern_path(const struct place *place)
{
	SizeT size = VG_(strlen)(place->dir) + VG_(strlen)(place->file) + 2;
	HChar path[size];

	if (!place->dir[0])
		return name_intern(place->file);
	VG_(snprintf)(path, (Int)size, "%s/%s", place->dir, place->file);
	return name_intern(path);
}

static Word
compare_keys(const void *a, const void *b)
{
	const struct cost *left = a, *right = b;

	return left->file != right->file || left->function != right->function ||
	       left->line != right->line;
}

static struct cost *
find_cost(const HChar *file, const HChar *function, Int line)
{
	struct cost wanted = {.file = file, .function = function, .line = line};

	wanted.hash =
	    ((UWord)file >> 3) * 31 + ((UWord)function >> 3) * 17 + (UInt)line;
	if (!costs.table)
		costs.table = VG_(HT_construct)("cgcollect.costs");

	struct cost *cost =
	    VG_(HT_gen_lookup)(costs.table, &wanted, compare_keys);

	if (!cost) {
		cost = VG_(perm_malloc)(sizeof *cost, sizeof(ULong));
		*cost = wanted;
		VG_(HT_add_node)(costs.table, cost);
	}
	return cost;
}

void
costs_begin_superblock(Addr first, Addr last)
{
	costs.last = NULL;
	functions_begin_superblock(first, last);
}

struct cost *
cost_at(Addr addr)
{
	struct place place;
	struct cost *last = costs.last;

	find_place(addr, &place);

	Bool same_file = last && place.file == costs.place.file &&
			 place.dir == costs.place.dir;

	if (same_file && place.function == costs.place.function &&
	    place.line == costs.place.line)
		return last;

	const HChar *file = same_file ? last->file : intern_path(&place);

	costs.place = place;
	costs.last = find_cost(file, place.function, (Int)place.line);
	return costs.last;
}

/* Interned names are equal when their pointers are. */
static Int
compare_names(const HChar *left, const HChar *right)
{
	return left == right ? 0 : VG_(strcmp)(left, right);
}

static Int
compare_costs(const void *a, const void *b)
{
	const struct cost *left = *(struct cost *const *)a;
	const struct cost *right = *(struct cost *const *)b;
	Int order = compare_names(left->file, right->file);

	if (order == 0)
		order = compare_names(left->function, right->function);
	if (order == 0)
		order = (left->line > right->line) - (left->line < right->line);
	return order;
}

static Bool
is_zero(const struct cost *cost)
{
	for (Int i = 0; i < NEVENTS; i++)
		if (cost->counts[i] != 0)
			return False;
	return True;
}

struct cost **
costs_sorted(UInt *ncosts)
{
	UInt nnodes = 0;

	*ncosts = 0;
	if (!costs.table)
		return NULL;

	struct cost **nodes =
	    (struct cost **)VG_(HT_to_array)(costs.table, &nnodes);

	for (UInt i = 0; i < nnodes; i++)
		if (!costs.cleared || !is_zero(nodes[i]))
			nodes[(*ncosts)++] = nodes[i];
	if (nodes)
		VG_(ssort)(nodes, *ncosts, sizeof *nodes, compare_costs);
	return nodes;
}

void
costs_add_up(ULong totals[NEVENTS])
{
	struct cost *cost;

	VG_(memset)(totals, 0, NEVENTS * sizeof *totals);
	if (!costs.table)
		return;
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table)))
		for (Int i = 0; i < NEVENTS; i++)
			totals[i] += cost->counts[i];
}

void
costs_clear(void)
{
	struct cost *cost;

	costs.cleared = True;
	if (!costs.table)
		return;
	VG_(HT_ResetIter)(costs.table);
	while ((cost = VG_(HT_Next)(costs.table)))
		VG_(memset)(cost->counts, 0, sizeof cost->counts);
}
