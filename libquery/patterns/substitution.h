/* SPDX-License-Identifier: BSD-2-Clause */
/* Perl's search-and-replace, s/PATTERN/TEXT/FLAGS, on a string, by PCRE2. */
#ifndef SUBSTITUTION_H
#define SUBSTITUTION_H

#include "pattern.h"

/* zeroed, it can be released but not applied */
struct substitution {
	pcre2_code *pattern;
	char *text; /* as pcre2_substitute takes it */
	size_t text_len;
	uint32_t options; /* of pcre2_substitute */
};

/*
 * Reads the expression.  Ends the program, naming the option, if it is no
 * substitution or means in Perl what PCRE2 cannot do.
 */
void substitution_init(
    struct substitution *substitution, const char *option, const char *whole);

/*
 * Returns a new string, which the caller frees, or NULL if the pattern does not
 * match.
 */
char *
substitution_apply(const struct substitution *substitution, const char *text);

void substitution_release(struct substitution *substitution);

#endif
