/* SPDX-License-Identifier: BSD-2-Clause */
/* The components of a name: scopes, the name itself, and parameters. */
#include <dwarf.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

#include "cxx_name.h"
#include "entry.h"

size_t
cxx_length_without_arguments(const char *plain)
{
	size_t len = strlen(plain), i = len;
	int open = 0;

	if (len == 0 || plain[len - 1] != '>')
		return len;
	while (i-- > 0) {
		open += plain[i] == '>' && (i == 0 || plain[i - 1] != '-');
		open -= plain[i] == '<';
		if (open == 0)
			break;
	}
	if (open != 0 || i == 0)
		return len;
	/* "operator<< <int>" */
	return plain[i - 1] == ' ' ? i - 1 : i;
}

static bool
is_conversion(const char *plain)
{
	static const char keyword[] = "operator ";

	return strncmp(plain, keyword, strlen(keyword)) == 0 &&
	       strcmp(plain, "operator new") != 0 &&
	       strcmp(plain, "operator delete") != 0 &&
	       strcmp(plain, "operator new []") != 0 &&
	       strcmp(plain, "operator delete []") != 0;
}

/* Adds the name of an entry without what is around it. */
static void
add_own(struct cxx_name *name, Dwarf_Die *die)
{
	const char *plain = dwarf_diename(die);
	Dwarf_Die call;

	if (dwarf_tag(die) == DW_TAG_namespace && plain == NULL) {
		cxx_name_add(name, "(anonymous namespace)");
	} else if (cxx_lambda_find(die, &call)) {
		cxx_name_add_lambda(name, die, &call);
	} else if (plain == NULL) {
		cxx_name_add_unnamed(name, die);
	} else if (dwarf_tag(die) == DW_TAG_subprogram &&
		   is_conversion(plain)) {
		cxx_name_add(name, "operator ");
		cxx_name_add_type_of(name, die);
	} else if (cxx_is_template(die) ||
		   (dwarf_tag(die) != DW_TAG_subprogram &&
		       plain[strlen(plain) - (*plain != '\0')] == '>')) {
		/* a type that is only declared has its arguments in its name */
		cxx_name_add_some(
		    name, plain, cxx_length_without_arguments(plain));
		cxx_name_add_arguments(name, die);
	} else {
		cxx_name_add(name, plain);
	}
}

/* The demangler knows some types by the names that people use. */
static void
shorten(struct cxx_name *name, size_t start)
{
	static const char *const names[][2] = {
	    {"std::basic_ostream<char, std::char_traits<char> >",
		"std::ostream"},
	    {"std::basic_istream<char, std::char_traits<char> >",
		"std::istream"},
	    {"std::basic_iostream<char, std::char_traits<char> >",
		"std::iostream"},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (name->len > start &&
		    strcmp(name->text + start, names[i][0]) == 0) {
			name->len = start;
			cxx_name_add(name, names[i][1]);
		}
}

/* A function without a linkage name that other files can call is one of C, or
 * has a type that they cannot name. */
static bool
is_of_c(Dwarf_Die *function, const struct enclosing_entry *around)
{
	return around == NULL && entry_has(function, DW_AT_external) &&
	       !cxx_is_template(function);
}

/* Adds the return type of a template, which belongs to its name. */
static void
add_return(struct cxx_name *name, Dwarf_Die *function,
    const struct enclosing_entry *around)
{
	const char *plain = dwarf_diename(function);
	Dwarf_Die class, call;
	const char *class_name;
	size_t len;

	if (plain == NULL || !cxx_is_template(function) || is_conversion(plain))
		return;
	if (around != NULL) {
		class = around->die;
		class_name = dwarf_diename(&class);
		len = cxx_length_without_arguments(plain);
		if (plain[0] == '~' ||
		    (dwarf_tag(&class) != DW_TAG_namespace &&
			class_name != NULL &&
			cxx_length_without_arguments(class_name) == len &&
			strncmp(class_name, plain, len) == 0))
			return;
	}
	/* no return type was declared, mostly */
	if (around != NULL && cxx_lambda_find(&class, &call)) {
		cxx_name_add(name, "auto ");
		return;
	}
	cxx_name_add_type_of(name, function);
	cxx_name_add(name, " ");
}

/* Adds the demangled linkage name, without the return type. */
static bool
add_linkage_name(struct cxx_name *name, Dwarf_Die *function)
{
	const char *linkage = entry_linkage_name(function);
	char *demangled;

	if (linkage == NULL)
		return false;
	demangled =
	    cplus_demangle(linkage, DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP);
	if (demangled == NULL)
		return false;
	cxx_name_add(name, demangled);
	free(demangled);
	return true;
}

void
cxx_name_add_qualified(struct cxx_name *name, Dwarf_Die *die, bool wants_return)
{
	Dwarf_Die origin = entry_origin(die);
	const struct enclosing_entry *around;
	bool is_function;
	size_t start;

	is_function = dwarf_tag(&origin) == DW_TAG_subprogram;
	if (is_function && add_linkage_name(name, die))
		return;
	around = enclosing_find(enclosing_of(name->units, origin.cu), &origin);
	if (is_function && is_of_c(&origin, around)) {
		cxx_name_add(name, dwarf_diename(&origin) == NULL
				       ? "???"
				       : dwarf_diename(&origin));
		return;
	}
	if (is_function && wants_return)
		add_return(name, &origin, around);
	start = name->len;
	if (around != NULL && name->depth < CXX_MOST_DEPTH &&
	    name->steps++ < CXX_MOST_STEPS) {
		Dwarf_Die scope = around->die;

		name->depth++;
		cxx_name_add_qualified(name, &scope, false);
		cxx_name_add(name, "::");
		name->depth--;
	}
	add_own(name, &origin);
	if (is_function) {
		cxx_name_add_parameters(name, &origin);
		cxx_name_add_qualifiers(name, &origin);
	}
	shorten(name, start);
}
