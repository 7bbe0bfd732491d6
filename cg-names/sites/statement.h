/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of statements in sources. */
#ifndef STATEMENT_H
#define STATEMENT_H

#include <stddef.h>
#include <stdint.h>

/* the source that was read last; {0}: none */
struct source {
	char *path;
	char *text; /* NULL: it cannot be read */
	size_t size;
};

/* Returns the statement around a line, without comments and what is in strings, to
 * be freed; NULL if there is no such source or line. */
char *statement_read(struct source *source, const char *path, int64_t line);

void statement_release(struct source *source);

#endif
