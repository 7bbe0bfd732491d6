/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks through all units, one after the other, because nothing says in which of
 * them a function was inlined.  A function is named once in a unit.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "cg-names/entries/entry.h"
#include "cg-names/lines/units.h"
#include "libcli/cli.h"
#include "function_name.h"
#include "hosts.h"

enum {
	MOST_PAIRS = 100000, /* more would only be counted */
};

/* a place where a function was inlined */
struct use {
	Dwarf_Die function; /* its declaration */
	Dwarf_Die host;     /* no addr: the function itself */
};

struct host_search {
	struct object *object;
	const char *pattern;
	struct reply *reply;
	struct use *uses; /* of the unit */
	size_t n;
	Dwarf_Die host; /* around the entry; no addr: none */
	int depth;
	struct enclosing_units units; /* for names */
};

/* --- the entries of a unit ------------------------------------------------ */

static void
add_use(struct host_search *s, Dwarf_Die *die, const Dwarf_Die *host)
{
	s->uses = cli_grow(s->uses, s->n, sizeof(*s->uses));
	s->uses[s->n++] = (struct use){entry_origin(die), *host};
}

static bool
has_code(const struct host_search *s, Dwarf_Die *die)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;

	while ((offset = dwarf_ranges(die, offset, &base, &start, &end)) > 0)
		if (start < end && object_is_code(s->object, start))
			return true;
	return false;
}

static void walk(struct host_search *s, Dwarf_Die *parent);

/* A function without code is a declaration, but there can be others in it. */
static void
walk_function(struct host_search *s, Dwarf_Die *die)
{
	static const Dwarf_Die none;
	Dwarf_Die around = s->host;

	s->host = none;
	if (has_code(s, die)) {
		if (dwarf_hasattr(die, DW_AT_abstract_origin))
			add_use(s, die, &none);
		s->host = *die;
	}
	walk(s, die);
	s->host = around;
}

static void
walk(struct host_search *s, Dwarf_Die *parent)
{
	Dwarf_Die die;

	if (s->depth == ENTRY_MOST_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	s->depth++;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_inlined_subroutine && s->host.addr != NULL)
			add_use(s, &die, &s->host);
		if (tag == DW_TAG_subprogram)
			walk_function(s, &die);
		else if (tag == DW_TAG_inlined_subroutine ||
			 entry_has_functions(tag))
			walk(s, &die);
	} while (dwarf_siblingof(&die, &die) == 0);
	s->depth--;
}

/* --- names ---------------------------------------------------------------- */

/*
 * False if the name cannot match, which saves building it: it contains the plain
 * name up to template arguments, except for what has signs in its name.
 */
static bool
can_match(const struct host_search *s, Dwarf_Die *function)
{
	const char *plain = dwarf_diename(function), *next = s->pattern;
	size_t len;

	if (plain == NULL || s->pattern[strcspn(s->pattern, "*?")] != '\0')
		return true;
	len = strcspn(plain, "<{");
	if (len == 0 || strncmp(plain, "operator", strlen("operator")) == 0)
		return true;
	while ((next = strchr(next, *plain)) != NULL) {
		if (strncmp(next, plain, len) == 0)
			return true;
		next++;
	}
	return false;
}

/* Returns the name of a function, to be freed; NULL if it has none. */
static char *
name_of(struct host_search *s, Dwarf_Die *function)
{
	struct reply name = {0};

	return function_name(&name, &s->units, function) != 0 ? name.text
							      : NULL;
}

static int
compare_uses(const void *a, const void *b)
{
	const struct use *x = a, *y = b;
	uintptr_t left = (uintptr_t)x->function.addr;
	uintptr_t right = (uintptr_t)y->function.addr;

	if (left == right) {
		left = (uintptr_t)x->host.addr;
		right = (uintptr_t)y->host.addr;
	}
	return (left > right) - (left < right);
}

static void
reply_use(struct host_search *s, const char *function, struct use *use)
{
	char *host;

	if (s->reply->nstrings >= 2 * MOST_PAIRS)
		return;
	host = use->host.addr == NULL ? cli_format("%s", "")
				      : name_of(s, &use->host);
	if (host == NULL)
		return;
	reply_string(s->reply, function);
	reply_string(s->reply, host);
	free(host);
}

static void
reply_uses(struct host_search *s)
{
	struct use *last = NULL;
	char *name = NULL;
	bool is_wanted = false;

	if (s->n > 0)
		qsort(s->uses, s->n, sizeof(*s->uses), compare_uses);
	for (size_t i = 0; i < s->n; last = &s->uses[i++]) {
		struct use *use = &s->uses[i];

		if (last == NULL || last->function.addr != use->function.addr) {
			free(name);
			name = can_match(s, &use->function)
				   ? name_of(s, &use->function)
				   : NULL;
			is_wanted = name != NULL &&
				    cli_wildcard_matches(s->pattern, name);
		} else if (last->host.addr == use->host.addr) {
			continue;
		}
		if (is_wanted)
			reply_use(s, name, use);
	}
	free(name);
	enclosing_release(&s->units);
	s->units = (struct enclosing_units){0};
	s->n = 0;
}

void
hosts_find(struct object *object, const char *pattern, struct reply *reply)
{
	struct host_search s = {
	    .object = object, .pattern = pattern, .reply = reply};
	struct units *units;

	if (object_dwarf(object) == NULL)
		return;
	units = units_of(object);
	for (size_t i = 0; i < units->n; i++) {
		Dwarf_Die die = unit_functions(&units->units[i]);

		walk(&s, &die);
		reply_uses(&s);
	}
	free(s.uses);
}
