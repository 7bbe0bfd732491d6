/* SPDX-License-Identifier: BSD-2-Clause */
/* Single lines of any sources, which stay open. */
#ifndef SOURCE_LINES_H
#define SOURCE_LINES_H

#include "source.h"

struct report_profile;
struct source_text;

struct source_lines {
	const struct source_directories *directories;
	size_t n;
	struct source_text **list; /* in order of their names */
};

void source_lines_init(
    struct source_lines *lines, const struct source_directories *directories);

/*
 * Returns a line of a file without blanks before and after it, and sets *len to its bytes.  NULL:
 * there is no such line, or no such source that can be read.  The name must outlive the
 * lines, and names are compared by their bytes.
 */
const char *source_lines_find(
    struct source_lines *lines, const char *name, int64_t line, size_t *len);

/* Returns the name of the first source from number *next on that was opened and is newer than the
 * profile, and sets *next to continue after it; NULL if there is none. */
const char *source_lines_newer(const struct source_lines *lines,
    const struct report_profile *profile, size_t *next);

void source_lines_release(struct source_lines *lines);

#endif
