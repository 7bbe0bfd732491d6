/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arguments stand in brackets after a name: "f<int>" in C++, "f::<i32>" in Rust, "f[int]" in
 * Go, "f!(int)" in D.  The types of what follows an instance, parameters and the result,
 * are the instance's, so they are left out, too.  Arguments in the parameters of other
 * functions stay: these are overloads.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/name_parts.h"
#include "generics.h"

/* a name that is being written; it can become longer than the instance's */
struct generic {
	char *text;
	size_t n;
	bool is_go;
	bool is_instance; /* of what was written so far */
};

static void
put(struct generic *g, const char *text, size_t n)
{
	g->text = cli_resize(g->text, g->n + n + 1, 1);
	memcpy(g->text + g->n, text, n);
	g->n += n;
	g->text[g->n] = '\0';
}

static void
put_arguments(struct generic *g, char open)
{
	const char text[] = {open, '.', '.', '.', name_closer(open)};

	put(g, text, sizeof(text));
	g->is_instance = true;
}

static bool
is_after_word(const char *start, const char *p)
{
	return p > start && (p[-1] == '_' || (p[-1] >= '0' && p[-1] <= '9') ||
				(p[-1] >= 'A' && p[-1] <= 'Z') ||
				(p[-1] >= 'a' && p[-1] <= 'z') ||
				(unsigned char)p[-1] >= 0x80);
}

static bool
begins_with(const char *p, const char *text)
{
	return strncmp(p, text, strlen(text)) == 0;
}

/* True if the group at p is of arguments. */
static bool
is_of_arguments(const struct generic *g, const char *start, const char *p)
{
	switch (*p) {
	case '<':
		return is_after_word(start, p) ||
		       (p - start > 2 && p[-1] == ':' &&
			   !begins_with(p, "<impl ") &&
			   !begins_with(p, "<lambda"));
	case '[':
		return g->is_go && is_after_word(start, p);
	case '(':
		return p > start && p[-1] == '!';
	default:
		return false;
	}
}

static void put_path(struct generic *g, const char *p, const char *end);

/* Writes a group that is not of arguments: a type of which the function is a member, the
 * parameters of the function that it is in, a lambda, or part of a name. */
static void
put_other_group(struct generic *g, const char *p, const char *end)
{
	bool is_type = *p == '<' || (*p == '(' && g->is_go);

	if (*p == '(' && g->is_instance && !g->is_go &&
	    !begins_with(p, "(anonymous")) {
		put_arguments(g, *p);
	} else if (is_type || (*p == '{' && g->is_instance)) {
		put(g, p, 1);
		put_path(g, p + 1, end - 1);
		put(g, end - 1, 1);
	} else {
		put(g, p, (size_t)(end - p));
	}
}

/* Writes a part of a name with its groups. */
static void
put_path(struct generic *g, const char *p, const char *end)
{
	const char *start = p, *next;
	bool in_operator = false;

	while (p < end) {
		if ((next = name_operator_end(start, p, end)) != NULL) {
			put(g, p, (size_t)(next - p));
			in_operator = true;
		} else if (name_closer(*p) == '\0' ||
			   (next = name_group_end(p, end)) == NULL) {
			next = p + 1;
			put(g, p, 1);
			in_operator &= *p == ' ';
		} else {
			if ((in_operator && *p == '<') ||
			    is_of_arguments(g, start, p))
				put_arguments(g, *p);
			else
				put_other_group(g, p, next);
			in_operator = false;
		}
		p = next;
	}
}

/* Returns where the name begins, after the type of the result; what says that the
 * function is a thunk stays. */
static const char *
after_result(const char *name, const struct name_parts *parts)
{
	static const char to[] = " to ";

	return parts->scopes - name >= (ptrdiff_t)strlen(to) &&
		       begins_with(parts->scopes - strlen(to), to)
		   ? name
		   : parts->scopes;
}

/* Returns the rest of the name if its result is of a type in parentheses. */
static const char *
after_decltype(const char *name)
{
	static const char word[] = "decltype";
	const char *p = name + strlen(word), *end;

	if (!begins_with(name, word))
		return name;
	p += strspn(p, " ");
	end = *p == '(' ? name_group_end(p, p + strlen(p)) : NULL;
	return end != NULL && *end == ' ' ? end + 1 : name;
}

char *
generic_name(const char *name)
{
	struct generic g = {
	    .is_go = strstr(name, "::") == NULL && strchr(name, '.') != NULL};
	struct name_parts parts;

	name = after_decltype(name);
	if (!name_parts_find(name, &parts))
		return NULL;
	put_path(&g, after_result(name, &parts), parts.own_end);
	if (!g.is_instance) {
		free(g.text);
		return NULL;
	}
	if (parts.own_end < parts.after)
		put_arguments(&g, *parts.own_end);
	put(&g, parts.after, strlen(parts.after));
	return g.text;
}
