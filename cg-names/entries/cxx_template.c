/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of templates. */
#include <dwarf.h>
#include <string.h>

#include "cxx_name.h"
#include "cxx_spelled.h"
#include "entry.h"

static bool
is_argument(int tag)
{
	return tag == DW_TAG_template_type_parameter ||
	       tag == DW_TAG_template_value_parameter ||
	       tag == DW_TAG_GNU_template_template_param;
}

static void
add_argument(struct cxx_name *name, Dwarf_Die *argument, struct spelled text)
{
	Dwarf_Attribute attribute;
	const char *template;

	switch (dwarf_tag(argument)) {
	case DW_TAG_template_type_parameter:
		cxx_name_add_type_of(name, argument);
		break;
	case DW_TAG_template_value_parameter:
		if (!cxx_name_add_value(name, argument))
			spelled_add_referred(name, argument, text);
		break;
	default:
		template = dwarf_formstring(
		    dwarf_attr(argument, DW_AT_GNU_template_name, &attribute));
		cxx_name_add(name, template == NULL ? "..." : template);
	}
}

bool
cxx_is_repeated(Dwarf_Die *entry, Dwarf_Die *argument)
{
	const char *plain = dwarf_diename(argument), *other;
	Dwarf_Die die;

	if (plain == NULL || dwarf_child(entry, &die) != 0)
		return false;
	while (die.addr != argument->addr) {
		other = dwarf_diename(&die);
		if (dwarf_tag(&die) == dwarf_tag(argument) && other != NULL &&
		    strcmp(other, plain) == 0)
			return true;
		if (dwarf_siblingof(&die, &die) != 0)
			return false;
	}
	return false;
}

/* Finds the base class that has the arguments of an empty pack: gcc leaves out those of
 * std::tuple, and its base has them. */
static bool
find_base(Dwarf_Die *class, struct spelled text, Dwarf_Die *base)
{
	Dwarf_Die die;

	if (dwarf_child(class, &die) != 0)
		return false;
	do {
		struct spelled other;

		if (dwarf_tag(&die) != DW_TAG_inheritance ||
		    !entry_refer(&die, DW_AT_type, base))
			continue;
		other = spelled_arguments(base);
		if (other.len > text.len + 2 &&
		    strncmp(other.next + other.len - text.len - 2, ", ", 2) ==
			0 &&
		    strncmp(other.next + other.len - text.len, text.next,
			text.len) == 0)
			return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

/* arguments that are being added */
struct argument_list {
	struct cxx_name *name;
	struct spelled text; /* of those that follow */
	int n;
};

static void add_arguments(struct argument_list *list, Dwarf_Die *entry);

static void
add_separator(struct argument_list *list)
{
	if (list->n++ > 0)
		cxx_name_add(list->name, ", ");
}

/* Adds the arguments that only the compiler's name of the entry has. */
static void
add_rest(struct argument_list *list)
{
	while (list->text.len > 0) {
		struct spelled text = spelled_take(&list->text);

		add_separator(list);
		spelled_add(list->name, text);
	}
}

/* Adds the arguments of a pack that has none, as far as the name has some. */
static void
add_missing(struct argument_list *list, Dwarf_Die *entry)
{
	Dwarf_Die base, die;

	if (list->text.len == 0 || !find_base(entry, list->text, &base) ||
	    dwarf_child(&base, &die) != 0)
		return;
	do {
		if (dwarf_tag(&die) == DW_TAG_GNU_template_parameter_pack &&
		    dwarf_haschildren(&die)) {
			add_arguments(list, &die);
			return;
		}
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* Adds the arguments in an entry, with ", " between them. */
static void
add_arguments(struct argument_list *list, Dwarf_Die *entry)
{
	Dwarf_Die die;

	if (dwarf_child(entry, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);
		bool is_pack = tag == DW_TAG_GNU_template_parameter_pack;

		if ((!is_pack && !is_argument(tag)) ||
		    cxx_is_repeated(entry, &die))
			continue;
		if (is_pack && !dwarf_haschildren(&die)) {
			add_missing(list, entry);
		} else if (is_pack) {
			add_arguments(list, &die);
		} else {
			struct spelled text = spelled_take(&list->text);

			add_separator(list);
			add_argument(list->name, &die, text);
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

		if (is_argument(tag) ||
		    tag == DW_TAG_GNU_template_parameter_pack)
			return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

/* False if the type cannot be what the compiler's name says, because the entry has the
 * parameters of a partial specialisation: "int" of "Set<int*>". */
static bool
can_be(Dwarf_Die *argument, struct spelled text)
{
	Dwarf_Die type, base;
	int tag;

	if (text.len == 0 ||
	    dwarf_tag(argument) != DW_TAG_template_type_parameter ||
	    !entry_refer(argument, DW_AT_type, &type) ||
	    dwarf_peel_type(&type, &base) != 0)
		return true;
	tag = dwarf_tag(&base);
	switch (text.next[text.len - 1]) {
	case '*':
		return tag == DW_TAG_pointer_type ||
		       tag == DW_TAG_ptr_to_member_type;
	case '&':
		return tag == DW_TAG_reference_type ||
		       tag == DW_TAG_rvalue_reference_type;
	case ']':
		return tag == DW_TAG_array_type;
	case ')':
		return tag != DW_TAG_base_type && dwarf_diename(&base) == NULL;
	default:
		return true;
	}
}

/* True if the entry has the arguments in the compiler's name of it, as far as that can be
 * seen. */
static bool
has_arguments(Dwarf_Die *entry)
{
	struct spelled text = spelled_arguments(entry);
	Dwarf_Die die;

	if (dwarf_child(entry, &die) != 0)
		return false;
	do {
		if (dwarf_tag(&die) == DW_TAG_GNU_template_parameter_pack)
			return true;
		if (is_argument(dwarf_tag(&die)) &&
		    !can_be(&die, spelled_take(&text)))
			return false;
	} while (dwarf_siblingof(&die, &die) == 0);
	return true;
}

void
cxx_name_add_arguments(struct cxx_name *name, Dwarf_Die *entry)
{
	struct argument_list list = {name, spelled_arguments(entry), 0};

	/* "operator< <int>" */
	if (name->len > 0 && name->text[name->len - 1] == '<')
		cxx_name_add(name, " ");
	cxx_name_add(name, "<");
	if (has_arguments(entry))
		add_arguments(&list, entry);
	add_rest(&list);
	cxx_name_add_closing(name);
}
