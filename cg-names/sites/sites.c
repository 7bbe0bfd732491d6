/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tries rules, from the one that knows best to the one that guesses.  The first that
 * finds a type whose size fits ends the search; a wrong type would be worse than
 * none.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/data/type_reply.h"
#include "cg-names/lines/address_lines.h"
#include "cg-names/lines/units.h"
#include "libcli/cli.h"
#include "allocators.h"
#include "folded.h"
#include "site.h"
#include "sites.h"
#include "source_line.h"
#include "takers.h"
#include "wanted_type.h"

static int
compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts numbers, leaves each once and returns how many there are. */
static size_t
sort(uint64_t *numbers, size_t n)
{
	size_t kept = 0;

	if (n > 0)
		qsort(numbers, n, sizeof(*numbers), compare);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || numbers[kept - 1] != numbers[i])
			numbers[kept++] = numbers[i];
	return kept;
}

/* --- what sites share ----------------------------------------------------- */

static void
read_tree(struct site_search *s, struct scope_tree *tree, uint64_t *addresses,
    size_t n, bool has_blocks)
{
	*tree = (struct scope_tree){.object = s->object,
	    .addresses = addresses,
	    .n = sort(addresses, n),
	    .has_blocks = has_blocks};
	scope_tree_read(tree);
}

static void
release_tree(struct scope_tree *tree)
{
	free((uint64_t *)tree->addresses);
	scope_tree_release(tree);
}

static void
read_lines(struct site_search *s)
{
	const char *next;

	s->places = cli_alloc(s->scopes.n, sizeof(*s->places));
	address_lines_find(
	    s->object, s->scopes.addresses, s->scopes.n, s->places, &s->text);
	s->strings = cli_alloc(s->text.nstrings + 1, sizeof(*s->strings));
	next = s->text.text;
	for (uint32_t i = 1; i <= s->text.nstrings; i++) {
		s->strings[i] = next;
		next += strlen(next) + 1;
	}
}

/* Reads what is around the sites, once for all of them. */
static void
read_around(struct site_search *s, const struct site *sites, size_t n)
{
	uint64_t *scopes = cli_alloc(3 * n, sizeof(*scopes));
	uint64_t *callees = cli_alloc(n, RESULT_MOST_CALLS * sizeof(*callees));
	size_t nscopes = 0, ncallees = 0;

	s->statics = cli_alloc(n, RESULT_MOST_STORES * sizeof(*s->statics));
	for (size_t i = 0; i < n; i++) {
		const struct result *result = &sites[i].result;

		scopes[nscopes++] = sites[i].asked->address;
		scopes[nscopes++] = sites[i].asked->after;
		scopes[nscopes++] = result->last;
		for (size_t j = 0; j < result->ncalls; j++)
			callees[ncallees++] = result->calls[j].target;
		for (size_t j = 0; j < result->nstores; j++)
			if (result->stores[j].is_static)
				s->statics[s->nstatics++] =
				    result->stores[j].address;
	}
	read_tree(s, &s->scopes, scopes, nscopes, true);
	read_tree(s, &s->callees, callees, ncallees, false);
	read_lines(s);
	s->nstatics = sort(s->statics, s->nstatics);
	s->variables =
	    variable_entries_find(s->object, false, s->statics, s->nstatics);
}

/* --- one site ------------------------------------------------------------- */

static void
find_unit(struct site_search *s, struct site *site)
{
	struct units *units = units_of(s->object);
	size_t unit = units_need(units, site->asked->address);
	size_t scope = site_scope(&s->scopes, site->asked->address);
	Dwarf_Die die;

	site->language = LANGUAGE_OTHER;
	if (scope != SCOPE_NONE)
		die = *site_function(&s->scopes, scope);
	else if (unit < units->n)
		die = unit_functions(&units->units[unit]);
	else
		return;
	site->language = language_of(&die);
	site->unit = die.cu;
}

static uint32_t
find_type(struct site_search *s, struct site *site)
{
	static void (*const rules[])(struct site_search *, struct site *) = {
	    wanted_type_take, allocators_take, source_line_take_sizes,
	    takers_constructors, takers_variables, takers_stores,
	    source_line_take_declared, source_line_take_others,
	    takers_parameters, takers_returns};

	find_unit(s, site);
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		/* users know better */
		if (i == 1 && folded_is(s, site))
			break;
		rules[i](s, site);
		if (site->size != 0 && site->is_ambiguous)
			break;
		if (site->size != 0)
			return type_reply_add(s->types, site->language,
			    &site->type, site->cookie);
	}
	return 0;
}

void
sites_find(struct types *types, const struct names_asked_site *asked,
    const char *const *wanted, size_t n)
{
	struct site_search s = {.types = types, .object = types->object};
	struct site *sites;

	if (n == 0 || s.object->lines == NULL ||
	    object_dwarf(s.object) == NULL) {
		for (size_t i = 0; i < n; i++)
			data_reply_found(types->reply, 0);
		return;
	}
	sites = cli_alloc(n, sizeof(*sites));
	for (size_t i = 0; i < n; i++) {
		sites[i].asked = &asked[i];
		sites[i].wanted = wanted[i];
		result_follow(&sites[i].result, s.object, asked[i].after);
	}
	read_around(&s, sites, n);
	for (size_t i = 0; i < n; i++)
		data_reply_found(types->reply, find_type(&s, &sites[i]));
	release_tree(&s.scopes);
	release_tree(&s.callees);
	free(s.statics);
	free(s.variables);
	free(s.places);
	free(s.strings);
	reply_release(&s.text);
	statement_release(&s.source);
	free(sites);
}
