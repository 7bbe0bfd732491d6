/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a benchmark's ref has of each commit: two blobs, the head and the rows.  Their paths are
 *
 *	SERIES/HH/REST.SETTINGS.TIMESERIESh	and	SERIES/HH/REST.SETTINGS.TIMESERIESr
 *
 * HHREST is the commit, SETTINGS a key of 16 digits, TIME says when the commit was made, in 15 digits of
 * base 4, the lowest first, and SERIES are 3 such digits that tell most benchmarks apart.  `git gc`
 * compares blobs by the last 16 characters of their paths, the last one first, so it makes differences
 * between commits of one benchmark that follow one another.  So does it with trees, whose names then
 * begin with those digits.
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <stdint.h>

#include "objects.h"
#include "tree_writer.h"

enum { SETTINGS_KEY = 17 /* room for a key with its NUL */ };

struct entry {
	char commit[OBJECT_ID];
	char settings[SETTINGS_KEY];
	int64_t time; /* in seconds, a multiple of 4 */
	int64_t series;
	char head[OBJECT_ID];
	char rows[OBJECT_ID];
};

/* sorted by commit and settings */
struct entries {
	size_t n;
	struct entry *list;
};

/* Reads what a commit of the ref has; of all commits or, unless that is NULL, of one. */
void entries_read(struct entries *entries, struct objects *objects,
    const char *tip, const char *commit);

/* Returns the first entry of the commit and sets how many it has; NULL: it has none. */
const struct entry *
entries_find(const struct entries *entries, const char *commit, size_t *n);

/* Returns the series of a benchmark. */
int64_t entry_series(const char *benchmark);

/* Compares entries as they are sorted. */
int entry_compare(const void *a, const void *b);

/* Returns the path of a blob, to be freed; the kind is 'h' or 'r'. */
char *entry_path(const struct entry *entry, char kind);

/* Puts both blobs into a tree, or removes them. */
void entry_put(struct tree_writer *writer, const struct entry *entry);
void entry_remove(struct tree_writer *writer, const struct entry *entry);

void entries_release(struct entries *entries);

#endif
