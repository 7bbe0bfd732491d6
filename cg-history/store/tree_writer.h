/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes commits on refs by one git, all objects of which are written at once:
 *
 *	tree_writer_open(&writer);
 *	tree_writer_commit(&writer, ref, parent, NULL, "subject");
 *	tree_writer_put(&writer, path, bytes, len);
 *	if (!tree_writer_close(&writer)) ...
 */
#ifndef TREE_WRITER_H
#define TREE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct tree_writer {
	FILE *file; /* what git is told, in memory */
	char *text;
	size_t len;
};

void tree_writer_open(struct tree_writer *writer);

/*
 * Begins a commit on a ref that has the tree of its parent, NULL: it is empty, until files are
 * changed.  `merged` is a second parent, or NULL.
 */
void tree_writer_commit(struct tree_writer *writer, const char *ref,
    const char *parent, const char *merged, const char *subject);

/* Puts a file into the tree: a new one, or an object. */
void tree_writer_put(struct tree_writer *writer, const char *path,
    const char *bytes, size_t len);
void
tree_writer_link(struct tree_writer *writer, const char *path, const char *id);

void tree_writer_remove(struct tree_writer *writer, const char *path);

/*
 * Writes the commits and moves the refs.  False if a ref no longer was at the parent, because
 * somebody else moved it: then it stays where it is, and other refs may have moved.  Ends the
 * program on any other error.
 */
bool tree_writer_close(struct tree_writer *writer);

/* Gives up: nothing is written. */
void tree_writer_abandon(struct tree_writer *writer);

#endif
