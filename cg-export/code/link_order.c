/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What linkers read to put functions that call each other close together.  They know
 * functions by the names in the symbol table.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clusters.h"
#include "link_order.h"

/* False if the name would be several words of a line. */
static bool
is_word(const struct hot_function *function)
{
	return strpbrk(function->function->symbol, " \t") == NULL;
}

void
link_order_print_calls(const struct executed *e, struct printer *printer)
{
	struct call_edges edges;

	call_edges_find(&edges, e);
	for (size_t i = 0; i < edges.n; i++) {
		const struct call_edge *edge = &edges.list[i];
		const struct hot_function *caller =
		    &edges.functions[edge->caller];
		const struct hot_function *callee =
		    &edges.functions[edge->callee];

		if (!is_word(caller) || !is_word(callee))
			continue;
		printer_text(printer, caller->function->symbol);
		printer_text(printer, " ");
		printer_text(printer, callee->function->symbol);
		printer_print(printer, " %" PRId64 "\n", edge->count);
	}
	call_edges_release(&edges);
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* True if the function is the first in the order with its name: linkers take no name
 * twice, but static functions of several files can share one. */
static bool
is_first(
    const char *const *sorted, bool *is_printed, size_t n, const char *name)
{
	const char *const *found =
	    bsearch(&name, sorted, n, sizeof(*sorted), compare_names);
	size_t i = (size_t)(found - sorted);

	while (i > 0 && strcmp(sorted[i - 1], name) == 0)
		i--;
	if (is_printed[i])
		return false;
	is_printed[i] = true;
	return true;
}

/* Prints the functions in their order, each by `print`. */
static void
print_names(const struct executed *e, struct printer *printer,
    void (*print)(struct printer *printer, const char *symbol))
{
	const char **sorted;
	struct call_edges edges;
	bool *is_printed;
	size_t *order, n;

	call_edges_find(&edges, e);
	n = clusters_order(&edges, &order);
	sorted = cli_alloc(n, sizeof(*sorted));
	is_printed = cli_alloc(n, sizeof(*is_printed));
	for (size_t i = 0; i < n; i++)
		sorted[i] = edges.functions[order[i]].function->symbol;
	if (n > 0)
		qsort(sorted, n, sizeof(*sorted), compare_names);
	for (size_t i = 0; i < n; i++) {
		const struct hot_function *f = &edges.functions[order[i]];

		if (!is_word(f) ||
		    !is_first(sorted, is_printed, n, f->function->symbol))
			continue;
		print(printer, f->function->symbol);
	}
	free(sorted);
	free(is_printed);
	free(order);
	call_edges_release(&edges);
}

static void
print_symbol(struct printer *printer, const char *symbol)
{
	printer_print(printer, "%s\n", symbol);
}

void
link_order_print_symbols(const struct executed *e, struct printer *printer)
{
	print_names(e, printer, print_symbol);
}

/* Prints the sections that a function can be in: gcc has one for main and other code that runs once,
 * and one for what it expects to run often, and puts the cold part of a function apart.  Linkers pass
 * over sections that do not exist. */
static void
print_sections(struct printer *printer, const char *symbol)
{
	static const char cold[] = ".cold";
	size_t len = strlen(symbol), n = strlen(cold);

	if (len > n && strcmp(symbol + len - n, cold) == 0)
		printer_print(
		    printer, ".text.unlikely.%.*s\n", (int)(len - n), symbol);
	else
		printer_print(printer,
		    ".text.%s\n.text.hot.%s\n.text.startup.%s\n", symbol,
		    symbol, symbol);
}

void
link_order_print_sections(const struct executed *e, struct printer *printer)
{
	print_names(e, printer, print_sections);
}
