/* SPDX-License-Identifier: BSD-2-Clause */
#include <dwarf.h>
#include <string.h>

#include "cg-names/data/type_entry.h"
#include "source_expression.h"

enum { MOST_DEPTH = 16 };

struct source_expression {
	struct site_search *s;
	const struct site *site;
	const char *next;
};

static void
skip_blanks(struct source_expression *e)
{
	e->next += strspn(e->next, " \t\r\n");
}

static size_t
name_length(const char *text)
{
	return strspn(text, "abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

/* Sets the type of an entry with the tag and name in another one. */
static bool
find_named(
    Dwarf_Die *parent, int tag, const char *name, size_t len, Dwarf_Die *type)
{
	Dwarf_Die die;

	if (dwarf_child(parent, &die) != 0)
		return false;
	do {
		const char *own = dwarf_diename(&die);
		int own_tag = dwarf_tag(&die);

		if ((own_tag == tag ||
			(tag == DW_TAG_variable &&
			    own_tag == DW_TAG_formal_parameter)) &&
		    own != NULL && strlen(own) == len &&
		    strncmp(own, name, len) == 0 && type_of(&die, type))
			return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

/* Sets the type of a variable, in the innermost scope that has it. */
static bool
find_variable(
    struct source_expression *e, const char *name, size_t len, Dwarf_Die *type)
{
	const struct scope_tree *tree = &e->s->scopes;
	size_t scope = site_scope(tree, e->site->asked->address);
	Dwarf_Die unit;

	for (; scope != SCOPE_NONE; scope = tree->nodes[scope].around)
		if (find_named(&tree->nodes[scope].die, DW_TAG_variable, name,
			len, type))
			return true;
	return e->site->unit != NULL &&
	       dwarf_cu_die(e->site->unit, &unit, NULL, NULL, NULL, NULL, NULL,
		   NULL) != NULL &&
	       find_named(&unit, DW_TAG_variable, name, len, type);
}

/* Sets a type to what a pointer points to, or to the element of an array. */
static bool
dereference(Dwarf_Die *type)
{
	Dwarf_Die die = *type;

	if (!type_peel(&die, false))
		return false;
	if (dwarf_tag(&die) == DW_TAG_array_type)
		return type_of(&die, type);
	return type_pointee(&die, type);
}

/* Takes "->f", ".f" and "[...]" after what has the type. */
static bool
take_postfixes(struct source_expression *e, Dwarf_Die *type)
{
	for (;;) {
		bool is_arrow;
		size_t len;

		skip_blanks(e);
		if (*e->next == '[') {
			const char *end = strchr(e->next, ']');

			if (end == NULL || !dereference(type))
				return false;
			e->next = end + 1;
			continue;
		}
		is_arrow = strncmp(e->next, "->", 2) == 0;
		if (!is_arrow && *e->next != '.')
			return *e->next != '(';
		e->next += 1 + is_arrow;
		skip_blanks(e);
		len = name_length(e->next);
		if (is_arrow && !dereference(type))
			return false;
		types_complete(e->s->types, type);
		if (!type_peel(type, false) ||
		    !find_named(type, DW_TAG_member, e->next, len, type))
			return false;
		e->next += len;
	}
}

static bool
take_expression(struct source_expression *e, Dwarf_Die *type, int depth)
{
	size_t len;

	skip_blanks(e);
	if (depth == MOST_DEPTH)
		return false;
	if (*e->next == '*') {
		e->next++;
		return take_expression(e, type, depth + 1) && dereference(type);
	}
	if (*e->next == '(') {
		e->next++;
		if (!take_expression(e, type, depth + 1))
			return false;
		skip_blanks(e);
		if (*e->next++ != ')')
			return false;
		return take_postfixes(e, type);
	}
	len = name_length(e->next);
	if (len == 0 || !find_variable(e, e->next, len, type))
		return false;
	e->next += len;
	return take_postfixes(e, type);
}

bool
source_expression_type(struct site_search *s, const struct site *site,
    const char *text, Dwarf_Die *type)
{
	struct source_expression e = {s, site, text};

	return take_expression(&e, type, 0);
}
