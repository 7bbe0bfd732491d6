/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which compilers made the programs of a profile, with the flags that they tell, in the header's
 * description "Compilers: NAME FLAGS | NAME FLAGS".
 */
#ifndef LIBQUERY_COMPILERS_H
#define LIBQUERY_COMPILERS_H

#include "cgfmt.h"

extern const char compilers_key[]; /* of the description, with its colon */

/* Zeroed, it is empty.  Sorted, each once. */
struct compilers {
	size_t n;
	char **list;
};

/* Adds a compiler with its flags, of so many bytes. */
void compilers_add(struct compilers *compilers, const char *text, size_t len);

/* Adds those of a description. */
void
compilers_take(struct compilers *compilers, const struct cg_header *header);

/* Returns the description, to be freed; NULL if there is no compiler. */
char *compilers_describe(const struct compilers *compilers);

void compilers_release(struct compilers *compilers);

#endif
