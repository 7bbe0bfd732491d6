/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of templates. */
#include <dwarf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cxx_name.h"
#include "entry.h"

/* Ends a list of arguments of a template: "> >". */
static void
add_closing(struct cxx_name *name)
{
	if (name->len > 0 && name->text[name->len - 1] == '>')
		cxx_name_add(name, " ");
	cxx_name_add(name, ">");
}

static void
add_integer(struct cxx_name *name, const char *type, Dwarf_Attribute *value)
{
	static const struct {
		const char *type, *suffix;
	} suffixes[] = {{"int", ""}, {"unsigned int", "u"}, {"long", "l"},
	    {"unsigned long", "ul"}, {"long long", "ll"},
	    {"unsigned long long", "ull"}};
	bool is_unsigned = strncmp(type, "unsigned", 8) == 0;
	Dwarf_Sword number = 0;
	char digits[32];

	if (dwarf_formsdata(value, &number) < 0) {
		cxx_name_add(name, "...");
		return;
	}
	if (strcmp(type, "bool") == 0) {
		cxx_name_add(name, number != 0 ? "true" : "false");
		return;
	}
	if (is_unsigned)
		snprintf(digits, sizeof(digits), "%" PRIu64, (uint64_t)number);
	else
		snprintf(digits, sizeof(digits), "%" PRId64, (int64_t)number);
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (strcmp(type, suffixes[i].type) == 0) {
			cxx_name_add(name, digits);
			cxx_name_add(name, suffixes[i].suffix);
			return;
		}
	cxx_name_add(name, "(");
	cxx_name_add(name, type);
	cxx_name_add(name, ")");
	cxx_name_add(name, digits);
}

static void
add_value(struct cxx_name *name, Dwarf_Die *argument)
{
	struct cxx_name type = {.units = name->units, .depth = name->depth};
	Dwarf_Attribute value;

	cxx_name_add_type_of(&type, argument);
	if (dwarf_attr(argument, DW_AT_const_value, &value) == NULL)
		cxx_name_add(name, "...");
	else
		add_integer(name, type.text, &value);
	free(type.text);
}

bool
cxx_is_auto(Dwarf_Die *argument)
{
	const char *plain = dwarf_diename(argument);

	return dwarf_tag(argument) == DW_TAG_template_type_parameter &&
	       plain != NULL && strncmp(plain, "auto:", 5) == 0;
}

int
cxx_auto_number(Dwarf_Die *argument)
{
	return (int)strtol(dwarf_diename(argument) + 5, NULL, 10);
}

static bool
is_argument(int tag)
{
	return tag == DW_TAG_template_type_parameter ||
	       tag == DW_TAG_template_value_parameter ||
	       tag == DW_TAG_GNU_template_template_param;
}

static void
add_argument(struct cxx_name *name, Dwarf_Die *argument)
{
	Dwarf_Attribute attribute;
	const char *template;

	switch (dwarf_tag(argument)) {
	case DW_TAG_template_type_parameter:
		cxx_name_add_type_of(name, argument);
		break;
	case DW_TAG_template_value_parameter:
		add_value(name, argument);
		break;
	default:
		template = dwarf_formstring(
		    dwarf_attr(argument, DW_AT_GNU_template_name, &attribute));
		cxx_name_add(name, template == NULL ? "..." : template);
	}
}

/* Adds the arguments in an entry, with ", " between them; *n counts them. */
static void
add_arguments(struct cxx_name *name, Dwarf_Die *entry, int *n)
{
	Dwarf_Die die;
	int last_auto = 0;

	if (dwarf_child(entry, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);

		/* gcc writes the parameters of generic lambdas twice */
		if (cxx_is_auto(&die)) {
			if (cxx_auto_number(&die) <= last_auto)
				continue;
			last_auto = cxx_auto_number(&die);
		}
		if (tag == DW_TAG_GNU_template_parameter_pack)
			add_arguments(name, &die, n);
		if (!is_argument(tag))
			continue;
		if ((*n)++ > 0)
			cxx_name_add(name, ", ");
		add_argument(name, &die);
	} while (dwarf_siblingof(&die, &die) == 0);
}

bool
cxx_is_template(Dwarf_Die *entry)
{
	Dwarf_Die die;

	if (dwarf_child(entry, &die) != 0)
		return false;
	do {
		int tag = dwarf_tag(&die);

		if (is_argument(tag) ||
		    tag == DW_TAG_GNU_template_parameter_pack)
			return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

void
cxx_name_add_arguments(struct cxx_name *name, Dwarf_Die *entry)
{
	int n = 0;

	cxx_name_add(name, "<");
	add_arguments(name, entry, &n);
	add_closing(name);
}
