/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libreport/names/short_name.h"
#include "cycle_text.h"

enum { MOST_NAMES = 3, NAME_WIDTH = 30 };

/* Finds the functions of the cycle that have the largest inclusive costs, the largest
 * first.  Returns their number. */
static size_t
find_dearest(const struct callgraph *graph, const struct function_cost *f,
    struct cg_record dearest[MOST_NAMES])
{
	size_t event = f->order->deciding, n = 0;
	struct cg_record row;

	for (size_t i = 0; i < graph->nfunctions; i++) {
		size_t at = n;

		if (graph->cycles[i] != f->cycle)
			continue;
		callgraph_function(graph, i, true, &row);
		while (
		    at > 0 && dearest[at - 1].counts[event] < row.counts[event])
			at--;
		if (at == MOST_NAMES)
			continue;
		n += n < MOST_NAMES;
		memmove(dearest + at + 1, dearest + at,
		    (n - at - 1) * sizeof(*dearest));
		dearest[at] = row;
	}
	return n;
}

/* Returns the text with n names. */
static char *
list_names(const struct cg_record *dearest, size_t n, size_t nmembers)
{
	char *text = cli_copy("", 0);

	for (size_t i = 0; i < n; i++) {
		const char *name = dearest[i].function;
		const char *before = i == 0 ? "" : ", ";
		char *shorter = cli_alloc(strlen(name) + 1, 1);

		if (i > 0 && i + 1 == nmembers)
			before = " and ";
		short_function(shorter, name, NAME_WIDTH, "...");
		cli_append(&text, "%s%s", before, shorter);
		free(shorter);
	}
	if (n < nmembers)
		cli_append(&text, " and %zu more", nmembers - n);
	return text;
}

char *
cycle_members(
    const struct callgraph *graph, const struct function_cost *f, size_t width)
{
	struct cg_record dearest[MOST_NAMES];

	for (size_t n = find_dearest(graph, f, dearest); n > 0; n--) {
		char *text = list_names(dearest, n, f->nmembers);

		if (text_width(text, strlen(text)) <= width)
			return text;
		free(text);
	}
	return cli_format("%zu functions", f->nmembers);
}

const char *
cycle_bound(const struct function_cost *f)
{
	if (f->bound == BOUND_AT_MOST)
		return ", at most";
	return f->bound == BOUND_AT_LEAST ? ", at least" : "";
}
