/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Paths of Windows, which other programs write into profiles.  '\' separates their
 * components, as '/' does, only if they begin with a drive, "C:\" or "C:/", or with
 * "\\": in other paths '\' is part of a name.
 */
#ifndef WINDOWS_PATH_H
#define WINDOWS_PATH_H

#include <stdbool.h>
#include <stddef.h>

bool path_is_windows(const char *path);

/* Returns the length of "/", "C:\" or "\\" at the start; 0 if the path is relative. */
size_t path_root_length(const char *path);

/* The characters that separate components of the path, for strcspn and strpbrk. */
const char *path_separators(const char *path);

/* Returns the last separator of the path; NULL if there is none. */
const char *path_last_separator(const char *path);

/* Returns the component after it: the name of the file. */
const char *path_base_name(const char *path);

/* Makes each '\' a '/'. */
void path_turn_slashes(char *path);

#endif
