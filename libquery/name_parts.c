/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads names of any language: looks only at brackets, "::" and blanks outside
 * brackets.  Reading a name is one pass, so that a name of any length takes little
 * time.
 */
#include <string.h>

#include "name_parts.h"

const char *
name_group_end(const char *p, const char *end)
{
	char stack[256]; /* the closers that are missing */
	size_t depth = 0;

	for (; p < end; p++) {
		char closer = name_closer(*p);

		if (closer != '\0') {
			if (depth == sizeof(stack))
				return NULL;
			stack[depth++] = closer;
			continue;
		}
		if ((*p != '>' && *p != ')' && *p != ']' && *p != '}') ||
		    (*p == '>' && (stack[depth - 1] != '>' || p[-1] == '-')))
			continue;
		while (depth > 0 && stack[depth - 1] == '>' && *p != '>')
			depth--;
		if (depth == 0 || stack[--depth] != *p)
			return NULL;
		if (depth == 0)
			return p + 1;
	}
	return NULL;
}

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

const char *
name_operator_end(const char *name, const char *p, const char *end)
{
	static const char word[] = "operator";

	if (*p != *word || strncmp(p, word, sizeof(word) - 1) != 0 ||
	    (p > name && is_word(p[-1])) || is_word(p[sizeof(word) - 1]))
		return NULL;
	p += sizeof(word) - 1;
	if (strncmp(p, "()", 2) == 0 || strncmp(p, "[]", 2) == 0)
		return p + 2;
	for (int i = 0; i < 3 && p < end && strchr("<>=!+-*/%^&|~,", *p); i++) {
		if (*p == '<' && i > 0 && p[-1] != '<')
			break; /* template arguments: "operator+<int>" */
		p++;
	}
	return p;
}

/* Returns the start of the function whose end is at p: "run(int) const". */
static const char *
function_start(const char *text, const char *p)
{
	static const char suffix[] = " const";
	size_t len = strlen(suffix);

	if ((size_t)(p - text) > len && memcmp(p - len, suffix, len) == 0)
		p -= len;
	while (p - 1 > text && p[-1] == ')') {
		const char *start = p - 1;

		for (size_t depth = 1; depth > 0 && start > text;) {
			start--;
			depth += *start == ')';
			depth -= *start == '(';
		}
		p = start;
	}
	while (p - 1 > text && is_word(p[-1]))
		p--;
	return p;
}

const char *
name_lambda(const char *group, const char *end, const char **lambda_end)
{
	const char *p = end;

	while (--p > group)
		if (strncmp(p, "{lambda", 7) == 0 ||
		    strncmp(p, "{closure", 8) == 0)
			break;
	if (p == group)
		return NULL;
	if (p[-1] == '{')
		p--;
	*lambda_end = name_group_end(p, end);
	if (*lambda_end == NULL)
		return NULL;
	if (p - group > 3 && p[-1] == ':' && p[-2] == ':')
		p = function_start(group, p - 2);
	return p;
}

/* True if a group in parentheses that ends at p can be the parameters: then a
 * "const", a "[clone ...]" or nothing follows it, but no other part of a name.
 */
static bool
ends_parameters(const char *p, const char *end)
{
	return p == end || strchr(" &['", *p) != NULL;
}

/* Finds the level of recursion after the parameters, which precedes callers. */
static void
find_level(struct name_parts *parts)
{
	const char *p =
	    memchr(parts->after, '\'', (size_t)(parts->end - parts->after));
	size_t ndigits = p != NULL ? strspn(p + 1, "0123456789") : 0;

	parts->level = ndigits > 0 ? p : parts->end;
	parts->level_end = ndigits > 0 ? p + 1 + ndigits : parts->end;
}

/* True for the digits of a hash that tell functions of Rust apart, "h1a2b". */
static bool
is_hash(const char *p, const char *end)
{
	size_t ndigits = *p == 'h' ? strspn(p + 1, "0123456789abcdef") : 0;

	return ndigits >= 4 &&
	       (p + 1 + ndigits == end || p[1 + ndigits] == '\'');
}

/* True if the name after the "::" at p says nothing without the scope before it,
 * as the name of an operator or a closure. */
static bool
needs_scope(const char *name, const char *p, const char *end)
{
	return p > name &&
	       (p[2] == '{' || p[-1] == '}' || is_hash(p + 2, end) ||
		   name_operator_end(name, p + 2, end) != NULL);
}

bool
name_parts_find(const char *name, struct name_parts *parts)
{
	const char *end = name + strlen(name), *p = name, *next, *lambda_end;
	bool in_operator = false;

	*parts = (struct name_parts){
	    name, name, end, end, end, end, end, NULL, NULL};
	while (p < end) {
		if ((next = name_operator_end(name, p, end)) != NULL) {
			in_operator = true;
			p = next;
		} else if (name_closer(*p) != '\0') {
			if ((next = name_group_end(p, end)) == NULL)
				return false;
			if (*p == '<' && parts->templates == NULL)
				parts->templates = p;
			if (*p == '<' && parts->lambda == NULL &&
			    name_lambda(p, next, &lambda_end) != NULL)
				parts->lambda = p;
			/* "main'(below main)" has a caller */
			if (*p == '(' && p > parts->own && p[-1] != '\'' &&
			    ends_parameters(next, end)) {
				parts->own_end = p;
				parts->after = next;
				find_level(parts);
				return true;
			}
			in_operator &= *p == '<';
			p = next;
		} else if (!in_operator && strncmp(p, "::", 2) == 0) {
			if (parts->lambda != NULL)
				parts->own = parts->lambda;
			else if (!needs_scope(name, p, end))
				parts->own = p + 2;
			p += 2;
		} else if (!in_operator && *p == ' ' && p[1] != '\0' &&
			   name_closer(p[1]) == '\0') {
			parts->scopes = parts->own = ++p;
		} else {
			p++;
		}
	}
	return true;
}
