/* SPDX-License-Identifier: BSD-2-Clause */
/* Paths without components that lead nowhere. */
#ifndef SIMPLE_PATH_H
#define SIMPLE_PATH_H

#include <stddef.h>

/*
 * Copies a path of path_len bytes to `simple` without "." and, if a component is
 * before it, without "..".  Returns the length, which is at most path_len, or 1
 * for the path ".".  Adds no NUL.
 */
size_t path_simplify(char *simple, const char *path, size_t path_len);

#endif
