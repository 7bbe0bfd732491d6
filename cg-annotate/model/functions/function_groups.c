/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts functions by name and adds up functions of the same name. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/machine_code/code_rows.h"
#include "model/count_sums.h"
#include "function_groups.h"

static int
compare_names(const struct function_cost *x, const struct function_cost *y)
{
	int order = strcmp(x->function, y->function);

	return order != 0 ? order : strcmp(x->object, y->object);
}

static int
compare(const void *a, const void *b)
{
	const struct function_cost *x = a, *y = b;
	int order = compare_names(x, y);

	return order != 0 ? order : strcmp(x->file, y->file);
}

static int
compare_to_key(const void *part, const void *key)
{
	return compare_names(part, key);
}

/* Returns the name of the function that a part is a level of, as another part has it; or else its own
 * name. */
static const char *
name_without_level(const struct function_groups *g, size_t n, size_t part)
{
	struct function_cost key = g->parts[part];
	char *memory = NULL;
	size_t i;

	key.function = code_name(key.function, &memory);
	if (memory == NULL)
		return key.function;
	i = lower_bound(&key, g->parts, n, sizeof(*g->parts), compare_to_key);
	if (i == n || compare_names(&g->parts[i], &key) != 0)
		i = part;
	free(memory);
	return g->parts[i].function;
}

/* Adds the counts of a part to another one of the same function and file. */
static void
join(struct function_groups *g, struct function_cost *to,
    const struct function_cost *part, size_t nevents)
{
	int64_t *counts = cli_alloc(nevents, sizeof(*counts));

	memcpy(counts, to->counts, nevents * sizeof(*counts));
	count_sum_add(counts, part->counts, nevents, "the cost of a function");
	g->joined = cli_grow(g->joined, g->njoined, sizeof(*g->joined));
	g->joined[g->njoined++] = counts;
	to->counts = counts;
	to->present = NULL;
	to->nplaces += part->nplaces;
}

/* Makes one part of all levels of a function in a file.  Returns how many parts are left. */
static size_t
join_levels(struct function_groups *g, size_t n, size_t nevents)
{
	const char **names = cli_alloc(n, sizeof(*names));
	size_t nparts = 0;

	for (size_t i = 0; i < n; i++)
		names[i] = name_without_level(g, n, i);
	for (size_t i = 0; i < n; i++)
		g->parts[i].function = names[i];
	free(names);
	if (n > 1)
		qsort(g->parts, n, sizeof(*g->parts), compare);
	for (size_t i = 0; i < n; i++)
		if (nparts > 0 &&
		    compare(&g->parts[nparts - 1], &g->parts[i]) == 0)
			join(g, &g->parts[nparts - 1], &g->parts[i], nevents);
		else
			g->parts[nparts++] = g->parts[i];
	return nparts;
}

void
function_groups_init(struct function_groups *g,
    const struct function_list *functions, const struct sort_order *order,
    bool joins_levels)
{
	size_t n = functions->nall, nevents = order->nevents;
	struct function_list *sums = &g->sums;

	*g = (struct function_groups){.sums = {.n = 0}};
	g->parts = cli_alloc(n, sizeof(*g->parts));
	g->first = cli_alloc(n + 1, sizeof(*g->first));
	g->counts = cli_alloc(n * nevents, sizeof(*g->counts));
	sums->list = cli_alloc(n, sizeof(*sums->list));
	count_range_init(&sums->range, nevents);
	if (n > 0)
		memcpy(g->parts, functions->list, n * sizeof(*g->parts));
	if (n > 1)
		qsort(g->parts, n, sizeof(*g->parts), compare);
	if (joins_levels)
		n = join_levels(g, n, nevents);
	for (size_t i = 0; i < n; i++) {
		const struct function_cost *part = &g->parts[i];
		size_t group = sums->nall;

		if (i == 0 || compare_names(&part[-1], part) != 0) {
			g->first[group] = i;
			sums->list[group] = *part;
			sums->list[group].file =
			    cg_is_filtered(part->file) ? part->file : "";
			sums->list[group].counts = g->counts + group * nevents;
			sums->list[group].present = NULL;
			sums->list[group].number = group;
			sums->list[group].nplaces = 0;
			sums->nall++;
		}
		sums->list[sums->nall - 1].nplaces += part->nplaces;
		count_sum_add(g->counts + (sums->nall - 1) * nevents,
		    part->counts, nevents, "the cost of a function");
		count_range_add(&sums->range, part->counts, part->present);
	}
	g->first[sums->nall] = n;
	for (size_t i = 0; i < sums->nall; i++) {
		function_costs_sort(
		    g->parts + g->first[i], g->first[i + 1] - g->first[i]);
		count_range_add(&sums->range, sums->list[i].counts, NULL);
	}
	sums->n = function_costs_select(sums->list, sums->nall, order);
	function_costs_sort(sums->list, sums->n);
}

void
function_groups_release(struct function_groups *g)
{
	if (g->parts != NULL)
		function_list_release(&g->sums);
	for (size_t i = 0; i < g->njoined; i++)
		free(g->joined[i]);
	free(g->joined);
	free(g->counts);
	free(g->parts);
	free(g->first);
}
