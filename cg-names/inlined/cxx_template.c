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
	Dwarf_Die die;

	cxx_name_add_type(
	    &type, entry_refer(argument, DW_AT_type, &die) ? &die : NULL);
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

/* Adds the arguments in an entry, with ", " between them; *n counts them. */
static void
add_arguments(struct cxx_name *name, Dwarf_Die *entry, int *n)
{
	Dwarf_Attribute attribute;
	const char *template;
	Dwarf_Die die, type;
	int last_auto = 0;

	if (dwarf_child(entry, &die) != 0)
		return;
	do {
		/* gcc writes those of generic lambdas twice */
		if (cxx_is_auto(&die)) {
			if (cxx_auto_number(&die) <= last_auto)
				continue;
			last_auto = cxx_auto_number(&die);
		}
		switch (dwarf_tag(&die)) {
		case DW_TAG_GNU_template_parameter_pack:
			add_arguments(name, &die, n);
			continue;
		case DW_TAG_template_type_parameter:
			if ((*n)++ > 0)
				cxx_name_add(name, ", ");
			cxx_name_add_type(
			    name, entry_refer(&die, DW_AT_type, &type) ? &type
								       : NULL);
			break;
		case DW_TAG_template_value_parameter:
			if ((*n)++ > 0)
				cxx_name_add(name, ", ");
			add_value(name, &die);
			break;
		case DW_TAG_GNU_template_template_param:
			if ((*n)++ > 0)
				cxx_name_add(name, ", ");
			template = dwarf_formstring(dwarf_attr(
			    &die, DW_AT_GNU_template_name, &attribute));
			cxx_name_add(name, template == NULL ? "..." : template);
			break;
		default:
			break;
		}
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

		if (tag == DW_TAG_template_type_parameter ||
		    tag == DW_TAG_template_value_parameter ||
		    tag == DW_TAG_GNU_template_parameter_pack ||
		    tag == DW_TAG_GNU_template_template_param)
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
