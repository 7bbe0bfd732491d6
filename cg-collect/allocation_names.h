/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of functions that pass on what others allocate: the site of an allocation is
 * their caller.  The tool looks at functions that were called, and the program at
 * functions that were inlined.
 */
#ifndef ALLOCATION_NAMES_H
#define ALLOCATION_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* How the names of functions of C++'s and Rust's libraries begin. */
static const char *const allocation_libraries[] = {
    "std::",
    "__gnu_cxx::",
    "operator new",
    "core::",
    "alloc::",
    "hashbrown::",
    "__rust_",
    "__rdl_",
    "__rg_",
    "__rustc::__r",
    "_Zn",
};

/* Words in the names of other functions: xmalloc, g_malloc0; but not in names as
 * reallocate_table. */
static const char *const allocation_words[] = {
    "malloc",
    "Malloc",
    "calloc",
    "Calloc",
    "zalloc",
    "realloc",
    "Realloc",
    "strdup",
    "strndup",
    "memdup",
    "wcsdup",
    "asprintf",
    "getline",
    "getdelim",
};

static inline bool
allocation_name_begins(const char *name, const char *start)
{
	while (*start != '\0' && *name == *start) {
		name++;
		start++;
	}
	return *start == '\0';
}

static inline bool
allocation_name_has_library(const char *name)
{
	size_t n = sizeof(allocation_libraries) / sizeof(*allocation_libraries);

	for (size_t i = 0; i < n; i++)
		if (allocation_name_begins(name, allocation_libraries[i]))
			return true;
	return false;
}

/*
 * True for a type or trait of Rust's library, and for types that only the library can give
 * functions: "i32", "T", "[a::Node]", "(u8, a::Node)".  A reference is treated as what it
 * refers to, because a program can write functions of "&a::Node".
 */
static inline bool
allocation_name_is_rusts(const char *type)
{
	while (*type == '&' || *type == '<' ||
	       allocation_name_begins(type, "mut ") ||
	       allocation_name_begins(type, "dyn "))
		type += *type == '&' || *type == '<' ? 1 : 4;
	if (allocation_name_has_library(type))
		return true;
	while ((*type >= 'a' && *type <= 'z') ||
	       (*type >= 'A' && *type <= 'Z') ||
	       (*type >= '0' && *type <= '9') || *type == '_')
		type++;
	return !allocation_name_begins(type, "::");
}

/* Returns the end of a type in the name of a Rust function: the " as " or the ">" that is
 * outside of brackets. */
static inline const char *
allocation_name_type_end(const char *type)
{
	int depth = 0;

	for (; *type != '\0'; type++) {
		bool is_closed = *type == ')' || *type == ']' ||
				 (*type == '>' && type[-1] != '-');

		if (depth == 0 &&
		    (is_closed || allocation_name_begins(type, " as ")))
			break;
		if (*type == '<' || *type == '(' || *type == '[')
			depth++;
		else if (is_closed)
			depth--;
	}
	return type;
}

/*
 * True for functions of C++'s and Rust's libraries: containers and strings.  Rust's
 * "<i32 as core::fmt::Display>::fmt" is one, because neither the type nor the trait is
 * the program's; "<a::Node as core::clone::Clone>::clone" and "<i32 as a::Shape>::area"
 * are none.
 */
static inline bool
allocation_is_of_library(const char *function)
{
	const char *type = function + 1, *end;

	if (*function != '<')
		return allocation_name_has_library(function);
	end = allocation_name_type_end(type);
	if (allocation_name_begins(end, " as "))
		return allocation_name_is_rusts(type) &&
		       allocation_name_is_rusts(end + 4);
	return allocation_name_begins(end, ">::") &&
	       allocation_name_is_rusts(type);
}

#endif
