/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a function's name, and of names in its brackets. */
#ifndef NAME_PARTS_H
#define NAME_PARTS_H

#include <stdbool.h>
#include <stddef.h>

struct name_parts {
	const char *scopes;  /* the end of the return type */
	const char *own;     /* the function's own name, after all scopes */
	const char *own_end; /* where the parameters begin */
	const char *after;   /* the end of the parameters */
	const char *level;   /* of recursion, after that: "'2", or empty */
	const char *level_end;
	const char *end;       /* of all */
	const char *templates; /* the first group in <>; NULL: none */
	const char *lambda; /* the first of these with a lambda; NULL: none */
};

/* False if brackets do not match. */
bool name_parts_find(const char *name, struct name_parts *parts);

/* Returns the bracket that closes this one, or '\0' if it opens nothing. */
static inline char
name_closer(char c)
{
	switch (c) {
	case '<':
		return '>';
	case '(':
		return ')';
	case '[':
		return ']';
	case '{':
		return '}';
	default:
		return '\0';
	}
}

/*
 * Returns the end of the bracketed group that begins at p, or NULL if the
 * brackets do not match.  '<' and '>' can also be operators: a '>' that closes
 * nothing is one, and so is a '<' that another bracket closes.
 */
const char *name_group_end(const char *p, const char *end);

/* Returns the end of "operator" and its symbol if they begin at p, or NULL. */
const char *name_operator_end(const char *name, const char *p, const char *end);

/* Returns the last lambda or closure in a group, with the function that it is
 * in, and sets its end; NULL: there is none. */
const char *
name_lambda(const char *group, const char *end, const char **lambda_end);

#endif
