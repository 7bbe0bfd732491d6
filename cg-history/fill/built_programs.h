/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The programs and libraries of a recording, looked for in a work tree.  The end of a recorded path is a
 * path in the work tree, because other trees lie elsewhere: "/home/ci/prog/build/bench" is "build/bench".
 */
#ifndef BUILT_PROGRAMS_H
#define BUILT_PROGRAMS_H

#include "libquery/header/build_ids.h"

/*
 * True if the work tree has one of them, and all are the recorded builds: those that the work tree
 * lacks, at their paths.
 */
bool built_programs_are_same(const char *tree, const struct build_ids *ids);

/* Removes from the work tree what it has of them, so that none is left of a commit before. */
void built_programs_remove(const char *tree, const struct build_ids *ids);

#endif
