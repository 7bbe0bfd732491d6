/* SPDX-License-Identifier: BSD-2-Clause */
/* A copy is an entry with code that refers to the function, mostly in the same unit.  If a compiler
 * or a linker has folded it into another function, the entry has no address. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "cg-names/object/symbols.h"
#include "copies.h"
#include "libcli/cli.h"

static void
add_copy(struct copies *copies, Dwarf_Die *die)
{
	Dwarf_Addr base, start, end;

	if (dwarf_tag(die) != DW_TAG_subprogram ||
	    !dwarf_hasattr(die, DW_AT_abstract_origin) ||
	    dwarf_ranges(die, 0, &base, &start, &end) <= 0)
		return;
	copies->list = cli_grow(copies->list, copies->n, sizeof(*copies->list));
	copies->list[copies->n++] = (struct function_copy){
	    .origin = entry_origin(die).addr, .address = start};
}

static void
read_unit(struct copies *copies, struct enclosing_units *units, Dwarf_CU *unit)
{
	const struct enclosing *enclosing;

	for (size_t i = copies->nread; i-- > 0;)
		if (copies->read[i] == unit)
			return;
	copies->read =
	    cli_grow(copies->read, copies->nread, sizeof(*copies->read));
	copies->read[copies->nread++] = unit;
	enclosing = enclosing_of(units, unit);
	for (size_t i = 0; i < enclosing->n; i++) {
		Dwarf_Die die = enclosing->entries[i].die;

		add_copy(copies, &die);
	}
}

void
copies_add(
    struct copies *copies, struct enclosing_units *units, Dwarf_Die *function)
{
	read_unit(copies, units, function->cu);
	read_unit(copies, units, entry_origin(function).cu);
}

/* --- symbols -------------------------------------------------------------- */

static int
compare_addresses(const void *a, const void *b)
{
	const struct function_copy *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

static int
compare_origins(const void *a, const void *b)
{
	const struct function_copy *x = a, *y = b;
	uintptr_t left = (uintptr_t)x->origin, right = (uintptr_t)y->origin;

	if (left != right)
		return left < right ? -1 : 1;
	return compare_addresses(a, b);
}

static void
take_symbol(struct function_copy *copy, const struct symbol *symbol)
{
	if (symbol->name != NULL && symbol->start == copy->address &&
	    strncmp(symbol->name, "_Z", 2) == 0)
		copy->symbol =
		    cli_copy(symbol->name, strcspn(symbol->name, "."));
}

void
copies_find(struct copies *copies, const struct object *object)
{
	uint64_t *addresses;
	struct symbol *symbols;
	size_t n = copies->n;

	if (n == 0)
		return;
	addresses = cli_alloc(n, sizeof(*addresses));
	qsort(copies->list, n, sizeof(*copies->list), compare_addresses);
	for (size_t i = 0; i < n; i++)
		addresses[i] = copies->list[i].address;
	symbols = symbols_find(object, SYMBOL_OF_CODE, addresses, n);
	for (size_t i = 0; i < n; i++)
		take_symbol(&copies->list[i], &symbols[i]);
	free(symbols);
	free(addresses);
	qsort(copies->list, n, sizeof(*copies->list), compare_origins);
}

const char *
copies_symbol(const struct copies *copies, Dwarf_Die *function)
{
	struct function_copy wanted = {.origin = entry_origin(function).addr};
	size_t low = 0, high = copies->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_origins(&copies->list[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < copies->n && copies->list[low].origin == wanted.origin;
	     low++)
		if (copies->list[low].symbol != NULL)
			return copies->list[low].symbol;
	return NULL;
}

void
copies_release(struct copies *copies)
{
	for (size_t i = 0; i < copies->n; i++)
		free(copies->list[i].symbol);
	free(copies->list);
	free(copies->read);
}
