/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cuts Perl's s/PATTERN/TEXT/FLAGS into its parts.  Any delimiter may stand for
 * the slashes, and brackets may nest: s{PATTERN}{TEXT}.
 */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expression {
	const char *option; /* for messages */
	const char *whole;
	char *pattern; /* without the backslashes before delimiters */
	size_t pattern_len;
	char *text;
	size_t text_len;
	bool is_literal; /* the text is between single quotes */
	bool global;     /* flag g */
	uint32_t flags;  /* i and x, as pattern_compile takes them */
};

/*
 * Ends the program, naming the option, if `whole` is no such expression.  The
 * strings are not copied.
 */
void expression_init(
    struct expression *expression, const char *option, const char *whole);

/* Ends the program with a message that quotes the expression. */
_Noreturn void
expression_reject(const struct expression *expression, const char *why);

void expression_release(struct expression *expression);

#endif
