/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interns by sorting: everything is there before anyone asks, and hostile
 * names cannot make a sort slow, as they can a table of hashes.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "interned.h"

static int
compare_strings(const void *a, const void *b)
{
	const char **const *x = a, **const *y = b;
	int difference = strcmp(**x, **y);

	return difference != 0 ? difference : (*x > *y) - (*x < *y);
}

void
interned_strings(const char ***variables, size_t n)
{
	qsort(variables, n, sizeof(*variables), compare_strings);
	for (size_t i = 1; i < n; i++)
		if (strcmp(*variables[i - 1], *variables[i]) == 0)
			*variables[i] = *variables[i - 1];
}

static int
compare_places(const struct names_place *x, const struct names_place *y)
{
	if (x->file != y->file)
		return (uintptr_t)x->file < (uintptr_t)y->file ? -1 : 1;
	if (x->function != y->function)
		return (uintptr_t)x->function < (uintptr_t)y->function ? -1 : 1;
	if (x->is_told_apart != y->is_told_apart)
		return x->is_told_apart ? 1 : -1;
	if (x->is_declaration != y->is_declaration)
		return x->is_declaration ? 1 : -1;
	if (x->inlined != y->inlined)
		return (uintptr_t)x->inlined < (uintptr_t)y->inlined ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static int
order_places(const void *a, const void *b)
{
	const struct names_place *const *x = a, *const *y = b;
	int difference = compare_places(*x, *y);

	return difference != 0 ? difference : (*x > *y) - (*x < *y);
}

void
interned_places(
    const struct names_place *places, const struct names_place **same, size_t n)
{
	const struct names_place **sorted = cli_alloc(n, sizeof(*sorted));
	const struct names_place *first = NULL;

	for (size_t i = 0; i < n; i++)
		sorted[i] = &places[i];
	qsort(sorted, n, sizeof(*sorted), order_places);
	for (size_t i = 0; i < n; i++) {
		if (first == NULL || compare_places(first, sorted[i]) != 0)
			first = sorted[i];
		same[sorted[i] - places] = first;
	}
	free(sorted);
}

/* --- types ---------------------------------------------------------------- */

static int
compare_numbers(uint64_t x, uint64_t y)
{
	return (x > y) - (x < y);
}

static int
compare_fields(const struct names_field *x, const struct names_field *y)
{
	const uint64_t numbers[][2] = {
	    {(uintptr_t)x->name, (uintptr_t)y->name},
	    {x->offset, y->offset},
	    {x->size, y->size},
	    {x->count, y->count},
	    {x->stride, y->stride},
	    {(uintptr_t)x->file, (uintptr_t)y->file},
	    {(uint64_t)x->line, (uint64_t)y->line},
	};
	int difference = 0;

	for (size_t i = 0;
	     difference == 0 && i < sizeof(numbers) / sizeof(*numbers); i++)
		difference = compare_numbers(numbers[i][0], numbers[i][1]);
	return difference;
}

static int
compare_types(const struct names_type *x, const struct names_type *y)
{
	int difference =
	    compare_numbers((uintptr_t)x->name, (uintptr_t)y->name);

	if (difference == 0)
		difference = compare_numbers(x->size, y->size);
	if (difference == 0)
		difference = compare_numbers(x->nfields, y->nfields);
	for (size_t i = 0; difference == 0 && i < x->nfields; i++)
		difference = compare_fields(&x->fields[i], &y->fields[i]);
	return difference;
}

static int
order_types(const void *a, const void *b)
{
	const struct names_type *const *x = a, *const *y = b;
	int difference = compare_types(*x, *y);

	return difference != 0 ? difference : (*x > *y) - (*x < *y);
}

void
interned_types(
    const struct names_type *types, const struct names_type **same, size_t n)
{
	const struct names_type **sorted = cli_alloc(n, sizeof(*sorted));
	const struct names_type *first = NULL;

	for (size_t i = 0; i < n; i++)
		sorted[i] = &types[i];
	qsort(sorted, n, sizeof(*sorted), order_types);
	for (size_t i = 0; i < n; i++) {
		if (first == NULL || compare_types(first, sorted[i]) != 0)
			first = sorted[i];
		same[sorted[i] - types] = first;
	}
	free(sorted);
}
