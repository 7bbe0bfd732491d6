/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads compressed names: "(1) main" gives the name a number, and "(1)" stands
 * for it from then on.
 */
#ifndef IDMAP_READER_H
#define IDMAP_READER_H

#include "read/ids.h"
#include "read/parse.h"

/* one name space; {0} is empty */
struct idmap_reader {
	struct ids ids;
};

/*
 * Sets *name to the interned name that the text is, defines or stands for.
 * Returns 0, or -1 on an error.
 */
int idmap_reader_read(struct idmap_reader *map, struct parse *parse,
    const char *p, const char *end, const char **name);

/* Forgets all names and frees the table: {0} again. */
void idmap_reader_clear(struct idmap_reader *map);

#endif
