/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds names as the Itanium C++ ABI's demanglers print them.  Compilers spell types
 * in their own way ("long int", "main()::<lambda(int)>", default arguments of
 * templates left out), so nothing but the last component of a name is copied from
 * the debug information.
 */
#include <dwarf.h>
#include <inttypes.h>
#include <libiberty/demangle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cxx_name.h"
#include "libcli/cli.h"

enum {
	MOST_DEPTH = 200,
	MOST_STEPS = 20000,
	LONGEST = 1 << 16,
};

/* --- text ----------------------------------------------------------------- */

static void
add_some(struct cxx_name *name, const char *text, size_t len)
{
	if (name->is_too_long || len > LONGEST - name->len) {
		name->is_too_long = true;
		return;
	}
	while (name->room - name->len <= len) {
		name->room = 2 * name->room + 128;
		name->text = cli_resize(name->text, name->room, 1);
	}
	memcpy(name->text + name->len, text, len);
	name->len += len;
	name->text[name->len] = '\0';
}

void
cxx_name_add(struct cxx_name *name, const char *text)
{
	add_some(name, text, strlen(text));
}

/* Ends a list of arguments of a template: "> >". */
static void
add_closing(struct cxx_name *name)
{
	if (name->len > 0 && name->text[name->len - 1] == '>')
		cxx_name_add(name, " ");
	cxx_name_add(name, ">");
}

/* --- entries -------------------------------------------------------------- */

Dwarf_Die
cxx_name_origin(const Dwarf_Die *die)
{
	static const unsigned int references[] = {
	    DW_AT_abstract_origin, DW_AT_specification};
	Dwarf_Die origin = *die, next;
	Dwarf_Attribute attribute;

	for (size_t i = 0; i < sizeof(references) / sizeof(*references); i++)
		/* a reference to itself would go on for ever */
		for (int n = 0; n < 8; n++) {
			if (dwarf_attr(&origin, references[i], &attribute) ==
				NULL ||
			    dwarf_formref_die(&attribute, &next) == NULL)
				break;
			origin = next;
		}
	return origin;
}

static bool
has_flag(Dwarf_Die *die, unsigned int attribute)
{
	Dwarf_Attribute found;
	bool is_set = false;

	return dwarf_attr(die, attribute, &found) != NULL &&
	       dwarf_formflag(&found, &is_set) == 0 && is_set;
}

/* Follows an attribute to a type.  False: there is none. */
static bool
refer(Dwarf_Die *die, unsigned int attribute, Dwarf_Die *type)
{
	Dwarf_Attribute found;

	return dwarf_attr(die, attribute, &found) != NULL &&
	       dwarf_formref_die(&found, type) != NULL;
}

/* the cv-qualifiers of a type, and the type without them and typedefs */
struct stripped {
	Dwarf_Die type;
	bool is_void;
	bool is_const, is_volatile, is_restrict;
};

static struct stripped
strip(Dwarf_Die *type)
{
	struct stripped stripped = {.is_void = type == NULL};
	Dwarf_Die next;

	if (type == NULL)
		return stripped;
	stripped.type = *type;
	for (int i = 0; i < MOST_DEPTH; i++) {
		switch (dwarf_tag(&stripped.type)) {
		case DW_TAG_const_type:
			stripped.is_const = true;
			break;
		case DW_TAG_volatile_type:
			stripped.is_volatile = true;
			break;
		case DW_TAG_restrict_type:
			stripped.is_restrict = true;
			break;
		case DW_TAG_typedef:
			break;
		default:
			return stripped;
		}
		if (!refer(&stripped.type, DW_AT_type, &next)) {
			stripped.is_void = true;
			return stripped;
		}
		stripped.type = next;
	}
	return stripped;
}

/* --- parameters ----------------------------------------------------------- */

static void
add_parameter_type(struct cxx_name *name, Dwarf_Die *parameter)
{
	Dwarf_Die type;
	struct stripped stripped;

	if (!refer(parameter, DW_AT_type, &type)) {
		cxx_name_add_type(name, NULL);
		return;
	}
	/* the qualifiers of a parameter itself do not belong to its function */
	stripped = strip(&type);
	cxx_name_add_type(name, stripped.is_void ? NULL : &stripped.type);
}

/* Adds types of parameters with ", " between them; *n counts them. */
static void
add_parameters(struct cxx_name *name, Dwarf_Die *function, int *n)
{
	Dwarf_Die die;

	if (dwarf_child(function, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_GNU_formal_parameter_pack)
			add_parameters(name, &die, n);
		if ((tag != DW_TAG_formal_parameter &&
			tag != DW_TAG_unspecified_parameters) ||
		    has_flag(&die, DW_AT_artificial))
			continue;
		if ((*n)++ > 0)
			cxx_name_add(name, ", ");
		if (tag == DW_TAG_formal_parameter)
			add_parameter_type(name, &die);
		else
			cxx_name_add(name, "...");
	} while (dwarf_siblingof(&die, &die) == 0);
}

static void
add_parameter_list(struct cxx_name *name, Dwarf_Die *function)
{
	int n = 0;

	cxx_name_add(name, "(");
	add_parameters(name, function, &n);
	cxx_name_add(name, ")");
}

/* Sets the parameter for the object of a member function.  clang's declarations
 * do not refer to it. */
static bool
find_this(Dwarf_Die *function, Dwarf_Die *this)
{
	return refer(function, DW_AT_object_pointer, this) ||
	       (dwarf_child(function, this) == 0 &&
		   dwarf_tag(this) == DW_TAG_formal_parameter &&
		   has_flag(this, DW_AT_artificial));
}

/* Adds what follows the parameters of a member function: its qualifiers. */
static void
add_member_qualifiers(struct cxx_name *name, Dwarf_Die *function)
{
	Dwarf_Die this, type, object;
	struct stripped stripped;

	if (find_this(function, &this) && refer(&this, DW_AT_type, &type)) {
		stripped = strip(&type);
		if (!stripped.is_void &&
		    refer(&stripped.type, DW_AT_type, &object)) {
			stripped = strip(&object);
			if (stripped.is_const)
				cxx_name_add(name, " const");
			if (stripped.is_volatile)
				cxx_name_add(name, " volatile");
		}
	}
	if (has_flag(function, DW_AT_reference))
		cxx_name_add(name, " &");
	if (has_flag(function, DW_AT_rvalue_reference))
		cxx_name_add(name, " &&");
}

/* --- arguments of templates ----------------------------------------------- */

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
	    &type, refer(argument, DW_AT_type, &die) ? &die : NULL);
	if (dwarf_attr(argument, DW_AT_const_value, &value) == NULL)
		cxx_name_add(name, "...");
	else
		add_integer(name, type.text, &value);
	free(type.text);
}

static bool
is_same(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* True for the parameter of a generic lambda that is declared by "auto". */
static bool
is_auto(Dwarf_Die *argument)
{
	const char *plain = dwarf_diename(argument);

	return dwarf_tag(argument) == DW_TAG_template_type_parameter &&
	       plain != NULL && strncmp(plain, "auto:", 5) == 0;
}

static int
auto_number(Dwarf_Die *argument)
{
	return (int)strtol(dwarf_diename(argument) + 5, NULL, 10);
}

/* Adds "auto:1" if that is the type, which is the one of an instance. */
static bool
add_auto(struct cxx_name *name, const Dwarf_Die *type)
{
	Dwarf_Die die, argument;

	if (name->generic == NULL || dwarf_child(name->generic, &die) != 0)
		return false;
	do {
		if (!is_auto(&die) || !refer(&die, DW_AT_type, &argument) ||
		    argument.addr != type->addr ||
		    auto_number(&die) <= name->nautos)
			continue;
		name->nautos++;
		cxx_name_add(name, dwarf_diename(&die));
		return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
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
		if (is_auto(&die)) {
			if (auto_number(&die) <= last_auto)
				continue;
			last_auto = auto_number(&die);
		}
		switch (dwarf_tag(&die)) {
		case DW_TAG_GNU_template_parameter_pack:
			add_arguments(name, &die, n);
			continue;
		case DW_TAG_template_type_parameter:
			if ((*n)++ > 0)
				cxx_name_add(name, ", ");
			cxx_name_add_type(name,
			    refer(&die, DW_AT_type, &type) ? &type : NULL);
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

static bool
is_template(Dwarf_Die *entry)
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

static void
add_argument_list(struct cxx_name *name, Dwarf_Die *entry)
{
	int n = 0;

	cxx_name_add(name, "<");
	add_arguments(name, entry, &n);
	add_closing(name);
}

/* --- names ---------------------------------------------------------------- */

/* Returns the length of a template's name without its arguments: "f<int>". */
static size_t
length_without_arguments(const char *plain)
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

/* Sets the call operator of a lambda.  False if the entry is not a lambda's type:
 * that has no name, or "<lambda(int)>". */
static bool
find_lambda(Dwarf_Die *die, Dwarf_Die *call)
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

	if (own.depth < MOST_DEPTH) {
		own.generic = call;
		add_parameter_list(&own, call);
	}
	return own.text;
}

/* Returns which of the lambdas of its function it is, from 1. */
static int
lambda_number(struct cxx_name *name, Dwarf_Die *die, const char *parameters)
{
	const struct enclosing *enclosing = enclosing_of(name->units, die->cu);
	const struct enclosing_entry *function = enclosing_find(enclosing, die);
	bool all = counts_all(die);
	int number = 1;

	for (size_t i = 0; i < enclosing->n && function != NULL; i++) {
		Dwarf_Die other = enclosing->entries[i].die, call;
		char *others;

		if (enclosing_parent(enclosing, &enclosing->entries[i]) !=
			function ||
		    compare_declarations(&other, die) >= 0 ||
		    !find_lambda(&other, &call))
			continue;
		others = all ? NULL : signature(name, &call);
		number += all || is_same(others, parameters);
		free(others);
	}
	return number;
}

static void
add_lambda(struct cxx_name *name, Dwarf_Die *die, Dwarf_Die *call)
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
	Dwarf_Die type, call;

	if (dwarf_tag(die) == DW_TAG_namespace && plain == NULL) {
		cxx_name_add(name, "(anonymous namespace)");
	} else if (find_lambda(die, &call)) {
		add_lambda(name, die, &call);
	} else if (plain == NULL) {
		cxx_name_add(name, "{unnamed type#1}");
	} else if (dwarf_tag(die) == DW_TAG_subprogram &&
		   is_conversion(plain)) {
		cxx_name_add(name, "operator ");
		cxx_name_add_type(
		    name, refer(die, DW_AT_type, &type) ? &type : NULL);
	} else if (is_template(die)) {
		add_some(name, plain, length_without_arguments(plain));
		add_argument_list(name, die);
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
	return around == NULL && has_flag(function, DW_AT_external) &&
	       !is_template(function);
}

/* Adds the return type of a template, which belongs to its name. */
static void
add_return(struct cxx_name *name, Dwarf_Die *function,
    const struct enclosing_entry *around)
{
	const char *plain = dwarf_diename(function);
	Dwarf_Die class, type, call;
	const char *class_name;
	size_t len;

	if (plain == NULL || !is_template(function) || is_conversion(plain))
		return;
	if (around != NULL) {
		class = around->die;
		class_name = dwarf_diename(&class);
		len = length_without_arguments(plain);
		if (plain[0] == '~' ||
		    (dwarf_tag(&class) != DW_TAG_namespace &&
			class_name != NULL &&
			length_without_arguments(class_name) == len &&
			strncmp(class_name, plain, len) == 0))
			return;
	}
	/* no return type was declared, mostly */
	if (around != NULL && find_lambda(&class, &call)) {
		cxx_name_add(name, "auto ");
		return;
	}
	cxx_name_add_type(
	    name, refer(function, DW_AT_type, &type) ? &type : NULL);
	cxx_name_add(name, " ");
}

const char *
cxx_name_linkage(Dwarf_Die *function)
{
	Dwarf_Attribute attribute;

	if (dwarf_attr_integrate(function, DW_AT_linkage_name, &attribute) ==
		NULL &&
	    dwarf_attr_integrate(
		function, DW_AT_MIPS_linkage_name, &attribute) == NULL)
		return NULL;
	return dwarf_formstring(&attribute);
}

/* Adds the demangled linkage name, without the return type. */
static bool
add_linkage_name(struct cxx_name *name, Dwarf_Die *function)
{
	const char *linkage = cxx_name_linkage(function);
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
	Dwarf_Die origin = cxx_name_origin(die);
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
	if (around != NULL && name->depth < MOST_DEPTH &&
	    name->steps++ < MOST_STEPS) {
		Dwarf_Die scope = around->die;

		name->depth++;
		cxx_name_add_qualified(name, &scope, false);
		cxx_name_add(name, "::");
		name->depth--;
	}
	add_own(name, &origin);
	if (is_function) {
		add_parameter_list(name, &origin);
		add_member_qualifiers(name, &origin);
	}
	shorten(name, start);
}

/* --- types ---------------------------------------------------------------- */

static void
add_base(struct cxx_name *name, const char *plain)
{
	static const char *const names[][2] = {
	    {"long int", "long"},
	    {"long unsigned int", "unsigned long"},
	    {"short int", "short"},
	    {"short unsigned int", "unsigned short"},
	    {"long long int", "long long"},
	    {"long long unsigned int", "unsigned long long"},
	    {"__int128 unsigned", "unsigned __int128"},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(plain, names[i][0]) == 0)
			plain = names[i][1];
	cxx_name_add(name, plain);
}

/* true if a declarator goes around what points to it: "(*)" */
static bool
is_around(const struct stripped *type)
{
	int tag;

	if (type->is_void)
		return false;
	tag = dwarf_tag((Dwarf_Die *)&type->type);
	return tag == DW_TAG_subroutine_type || tag == DW_TAG_array_type;
}

static void add_left(struct cxx_name *name, const struct stripped *type);
static void add_right(struct cxx_name *name, const struct stripped *type);

/* Returns what the type is made of. */
static struct stripped
element(const struct stripped *type)
{
	Dwarf_Die die = type->type, next;

	return strip(refer(&die, DW_AT_type, &next) ? &next : NULL);
}

static void
add_pointer(
    struct cxx_name *name, const struct stripped *type, const char *sign)
{
	struct stripped pointee = element(type);

	add_left(name, &pointee);
	if (is_around(&pointee))
		cxx_name_add(name, " (");
	cxx_name_add(name, sign);
}

static void
add_member_pointer(struct cxx_name *name, const struct stripped *type)
{
	struct stripped pointee = element(type);
	Dwarf_Die die = type->type, class;

	add_left(name, &pointee);
	cxx_name_add(name, is_around(&pointee) ? " (" : " ");
	if (refer(&die, DW_AT_containing_type, &class))
		cxx_name_add_qualified(name, &class, false);
	cxx_name_add(name, "::*");
}

/* Adds the type up to the place of a name that is declared with it. */
static void
add_left(struct cxx_name *name, const struct stripped *type)
{
	struct stripped inner;
	Dwarf_Die die = type->type;
	int tag;

	if (type->is_void) {
		cxx_name_add(name, "void");
	} else if (name->depth >= MOST_DEPTH || name->steps++ >= MOST_STEPS) {
		cxx_name_add(name, "...");
	} else if (!add_auto(name, &die)) {
		name->depth++;
		tag = dwarf_tag(&die);
		switch (tag) {
		case DW_TAG_pointer_type:
			add_pointer(name, type, "*");
			break;
		case DW_TAG_reference_type:
			add_pointer(name, type, "&");
			break;
		case DW_TAG_rvalue_reference_type:
			add_pointer(name, type, "&&");
			break;
		case DW_TAG_ptr_to_member_type:
			add_member_pointer(name, type);
			break;
		case DW_TAG_array_type:
		case DW_TAG_subroutine_type:
			inner = element(type);
			add_left(name, &inner);
			break;
		case DW_TAG_base_type:
		case DW_TAG_unspecified_type:
			add_base(name, dwarf_diename(&die) == NULL
					   ? "???"
					   : dwarf_diename(&die));
			break;
		default:
			cxx_name_add_qualified(name, &die, false);
			break;
		}
		name->depth--;
	}
	if (type->is_const)
		cxx_name_add(name, " const");
	if (type->is_volatile)
		cxx_name_add(name, " volatile");
	if (type->is_restrict)
		cxx_name_add(name, " __restrict");
}

static void
add_bounds(struct cxx_name *name, Dwarf_Die *array)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;
	char text[32];
	Dwarf_Die die;

	if (dwarf_child(array, &die) != 0)
		return;
	do {
		if (dwarf_tag(&die) != DW_TAG_subrange_type)
			continue;
		text[0] = '\0';
		if (dwarf_formudata(
			dwarf_attr(&die, DW_AT_count, &attribute), &value) == 0)
			snprintf(text, sizeof(text), "%" PRIu64, value);
		else if (dwarf_formudata(
			     dwarf_attr(&die, DW_AT_upper_bound, &attribute),
			     &value) == 0)
			snprintf(text, sizeof(text), "%" PRIu64, value + 1);
		cxx_name_add(name, "[");
		cxx_name_add(name, text);
		cxx_name_add(name, "]");
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* Adds the rest. */
static void
add_right(struct cxx_name *name, const struct stripped *type)
{
	struct stripped inner;
	Dwarf_Die die = type->type;
	int tag;

	if (type->is_void || name->depth >= MOST_DEPTH ||
	    name->steps++ >= MOST_STEPS)
		return;
	name->depth++;
	tag = dwarf_tag(&die);
	switch (tag) {
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
	case DW_TAG_ptr_to_member_type:
		inner = element(type);
		if (is_around(&inner)) {
			cxx_name_add(name, ")");
			/* "int (&) [3]", "void (*)(int)" */
			if (dwarf_tag(&inner.type) == DW_TAG_array_type)
				cxx_name_add(name, " ");
		}
		add_right(name, &inner);
		break;
	case DW_TAG_array_type:
		add_bounds(name, &die);
		inner = element(type);
		add_right(name, &inner);
		break;
	case DW_TAG_subroutine_type:
		add_parameter_list(name, &die);
		add_member_qualifiers(name, &die);
		inner = element(type);
		add_right(name, &inner);
		break;
	default:
		break;
	}
	name->depth--;
}

void
cxx_name_add_type(struct cxx_name *name, Dwarf_Die *type)
{
	struct stripped stripped = strip(type);

	add_left(name, &stripped);
	/* "int (long)", "int [3]" */
	if (is_around(&stripped))
		cxx_name_add(name, " ");
	add_right(name, &stripped);
}
