/* SPDX-License-Identifier: BSD-2-Clause */
/* The words of a command line, and those that Valgrind reads before them. */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

struct words {
	char **list; /* ends with NULL */
	size_t n;
};

/* Appends the word itself, not a copy. */
void words_add(struct words *words, char *word);

/*
 * Appends the options that Valgrind reads before those of its command line: of
 * ~/.valgrindrc, of VALGRIND_OPTS, and of ./.valgrindrc.
 */
void words_add_settings(struct words *words);

#endif
