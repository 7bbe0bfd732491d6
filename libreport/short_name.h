/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names and paths that are too long for a table.  Lengths are in characters of
 * UTF-8; a byte that belongs to none counts as one.
 */
#ifndef SHORT_NAME_H
#define SHORT_NAME_H

#include <stddef.h>

/*
 * Returns the name of a function with at most `most` >= 8 characters, to be
 * freed.  If it is too long, "…" replaces first the arguments of templates,
 * then the parameters, then the scopes before the function's own name, and only
 * then the middle of that.
 */
char *short_name(const char *name, size_t most);

/*
 * Returns a path with at most `most` >= 8 characters, to be freed.  If it is
 * too long, "…" replaces its first folders, or if its last part alone is too
 * long, the middle of that.
 */
char *short_path(const char *path, size_t most);

#endif
