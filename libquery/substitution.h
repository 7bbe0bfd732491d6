/* SPDX-License-Identifier: BSD-2-Clause */
/* Perl's search-and-replace: s/PATTERN/TEXT/FLAGS, with any delimiter. */
#ifndef SUBSTITUTION_H
#define SUBSTITUTION_H

#include "pattern.h"

struct substitution {
	pcre2_code *pattern;
	size_t npieces;
	struct piece *pieces; /* of the text */
	bool global;
};

/* ends the program where the expression is none, naming the option */
void substitution_init(
    struct substitution *sub, const char *option, const char *expression);

/* a new string, or NULL where the pattern does not match */
char *substitution_apply(const struct substitution *sub, const char *text);

void substitution_release(struct substitution *sub);

#endif
