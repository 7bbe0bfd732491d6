/* SPDX-License-Identifier: BSD-2-Clause */
/* Names that stand for themselves as numbers, "(1) main" and then "(1)". */
#ifndef IDS_H
#define IDS_H

#include "read/parse.h"

/* one space of numbers; a zeroed one is empty */
struct ids {
	struct id *table; /* open addressing */
	size_t size;      /* of table: 0 or a power of two */
	size_t used;
	const struct hash_keys *keys;
};

/* how many bytes "(NUMBER)" takes at the start of the text; 0: none is there */
size_t ids_number(const char *p, const char *end, uint64_t *number);

/* the name that the text is, defines or stands for */
int ids_read(struct ids *ids, struct parse *parse, const char *p,
    const char *end, const char **name);

/* forgets all; what is left needs no release */
void ids_clear(struct ids *ids);

#endif
