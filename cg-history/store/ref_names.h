/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The refs of benchmarks, "refs/cg/NAME".  A byte of a name that refs cannot have, or that would make
 * a directory of it, is "%HH" there.
 */
#ifndef REF_NAMES_H
#define REF_NAMES_H

#include <stddef.h>

extern const char ref_names_own[]; /* "refs/cg/" */
/* where refs of another repository go, and where one is made that replaces another */
extern const char ref_names_fetched[], ref_names_new[];

/* Returns the ref of a benchmark, to be freed.  Ends the program if the name is empty or too long. */
char *ref_name_of(const char *directory, const char *benchmark);

/* Returns the name of the benchmark of a ref in the directory, to be freed; NULL if it is none. */
char *ref_name_benchmark(const char *directory, const char *ref);

/* a ref with what it points to */
struct ref {
	char *name;      /* of the ref */
	char *benchmark; /* its name */
	char *tip;
};

/* in the order of their names */
struct refs {
	size_t n;
	struct ref *list;
};

/* Reads the refs in a directory. */
void refs_read(struct refs *refs, const char *directory);

/* Reads the own refs of benchmarks that match a pattern with * and ?; NULL: all. */
void refs_read_matching(struct refs *refs, const char *pattern);

/* Returns the tip of a benchmark's ref; NULL: there is none. */
const char *refs_find(const struct refs *refs, const char *benchmark);

/* Returns what a ref points to, to be freed; NULL: there is no such ref. */
char *ref_tip(const char *ref);

void refs_release(struct refs *refs);

#endif
