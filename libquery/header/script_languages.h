/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interpreters whose scripts were counted: the description "Scripts: Python 3.11".
 * A sum of profiles names each once, in alphabetical order: "Scripts: Perl 5.36;
 * Python 3.11".
 */
#ifndef SCRIPT_LANGUAGES_H
#define SCRIPT_LANGUAGES_H

#include <stddef.h>

#include "cgfmt.h"

/* {0} is empty */
struct script_languages {
	char **list; /* sorted */
	size_t n;
};

extern const char script_languages_key[];

/* Takes what the header of one more profile says. */
void script_languages_take(
    struct script_languages *languages, const struct cg_header *header);

/* Returns the description of the sum, to be freed, or NULL if there are none. */
char *script_languages_describe(const struct script_languages *languages);

void script_languages_release(struct script_languages *languages);

#endif
