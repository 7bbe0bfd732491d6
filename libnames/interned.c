/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interns by sorting: everything is there before anyone asks, and hostile
 * names cannot make a sort slow, as they can a table of hashes.
 */
#include <stdlib.h>
#include <string.h>

#include "interned.h"
#include "libcli/cli.h"

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
