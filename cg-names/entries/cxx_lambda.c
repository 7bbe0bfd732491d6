/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of lambdas, whose types have none. */
#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cxx_name.h"
#include "entry.h"

bool
cxx_lambda_find(Dwarf_Die *die, Dwarf_Die *call)
{
	const char *plain = dwarf_diename(die);

	if ((plain != NULL && strncmp(plain, "<lambda", 7) != 0) ||
	    dwarf_child(die, call) != 0)
		return false;
	do {
		plain = dwarf_diename(call);
		if (dwarf_tag(call) == DW_TAG_subprogram && plain != NULL &&
		    strncmp(plain, "operator()", 10) == 0)
			return true;
	} while (dwarf_siblingof(call, call) == 0);
	return false;
}

/* Compares where two entries are declared. */
static int
compare_declarations(Dwarf_Die *a, Dwarf_Die *b)
{
	int x = 0, y = 0;

	dwarf_decl_line(a, &x);
	dwarf_decl_line(b, &y);
	if (x != y)
		return x - y;
	x = y = 0;
	dwarf_decl_column(a, &x);
	dwarf_decl_column(b, &y);
	return x - y;
}

/* gcc before 13 counts all lambdas of a function, and then those with the same
 * parameters, as the ABI says */
static bool
counts_all(Dwarf_Die *die)
{
	static const char gcc[] = "GNU C++";
	Dwarf_Attribute attribute;
	const char *producer, *version;
	Dwarf_Die unit;

	if (dwarf_diecu(die, &unit, NULL, NULL) == NULL)
		return false;
	producer =
	    dwarf_formstring(dwarf_attr(&unit, DW_AT_producer, &attribute));
	if (producer == NULL || strncmp(producer, gcc, strlen(gcc)) != 0)
		return false;
	version = strchr(producer + strlen(gcc), ' ');
	return version != NULL && strtol(version, NULL, 10) < 13;
}

/* Returns the parameters of a lambda; the caller frees them. */
static char *
signature(struct cxx_name *name, Dwarf_Die *call)
{
	struct cxx_name own = {.units = name->units, .depth = name->depth + 1};

	if (own.depth < CXX_MOST_DEPTH) {
		own.generic = call;
		cxx_name_add_parameters(&own, call);
	}
	return own.text;
}

static bool
is_same(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Returns which of the lambdas of its function it is, from 1. */
static int
lambda_number(struct cxx_name *name, Dwarf_Die *die, const char *parameters)
{
	const struct enclosing *enclosing = enclosing_of(name->units, die->cu);
	const struct enclosing_entry *function = enclosing_find(enclosing, die);
	bool all = counts_all(die);
	int number = 1;

	for (const struct enclosing_entry *entry = function;
	     (entry = enclosing_next(enclosing, function, entry)) != NULL;) {
		Dwarf_Die other = entry->die, call;
		char *others;

		if (enclosing_parent(enclosing, entry) != function ||
		    compare_declarations(&other, die) >= 0 ||
		    !cxx_lambda_find(&other, &call))
			continue;
		others = all ? NULL : signature(name, &call);
		number += all || is_same(others, parameters);
		free(others);
	}
	return number;
}

void
cxx_name_add_lambda(struct cxx_name *name, Dwarf_Die *die, Dwarf_Die *call)
{
	char *parameters = signature(name, call);
	char number[16];

	snprintf(number, sizeof(number), "#%d}",
	    lambda_number(name, die, parameters));
	cxx_name_add(name, "{lambda");
	cxx_name_add(name, parameters == NULL ? "(...)" : parameters);
	cxx_name_add(name, number);
	free(parameters);
}

/* Sets the type of a template's parameter, of a pack the first one. */
static bool
find_type(Dwarf_Die *parameter, Dwarf_Die *type)
{
	Dwarf_Die first;

	if (dwarf_tag(parameter) != DW_TAG_GNU_template_parameter_pack)
		return entry_refer(parameter, DW_AT_type, type);
	return dwarf_child(parameter, &first) == 0 &&
	       entry_refer(&first, DW_AT_type, type);
}

/* True for a parameter that is declared by "auto", not after "[]". */
static bool
is_auto(Dwarf_Die *parameter)
{
	const char *plain = dwarf_diename(parameter);

	return plain != NULL && strncmp(plain, "auto:", 5) == 0;
}

bool
cxx_name_add_auto(struct cxx_name *name, const Dwarf_Die *type)
{
	Dwarf_Die die, own;
	int number = 0, found = 0;
	char text[32];

	if (name->generic == NULL || dwarf_child(name->generic, &die) != 0)
		return false;
	do {
		int tag = dwarf_tag(&die);

		if ((tag != DW_TAG_template_type_parameter &&
			tag != DW_TAG_GNU_template_parameter_pack) ||
		    cxx_is_repeated(name->generic, &die))
			continue;
		number++;
		if (find_type(&die, &own) && own.addr == type->addr &&
		    (number > name->nautos || !is_auto(&die)))
			found = number;
	} while (found <= name->nautos && dwarf_siblingof(&die, &die) == 0);
	if (found == 0)
		return false;
	name->nautos = found;
	/* only "auto &&" can be a reference itself */
	own = *type;
	snprintf(text, sizeof(text), "auto:%d%s", found,
	    dwarf_tag(&own) == DW_TAG_reference_type ? "&&" : "");
	cxx_name_add(name, text);
	return true;
}
