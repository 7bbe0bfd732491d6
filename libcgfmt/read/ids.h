/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers that stand for something in a profile. */
#ifndef IDS_H
#define IDS_H

#include <stddef.h>
#include <stdint.h>

/* {0} is empty */
struct ids {
	struct id *table; /* open addressing */
	size_t size;      /* of table: 0 or a power of two */
	size_t used;
	const struct hash_keys *keys;
};

/* Returns what the number stands for, or NULL. */
const void *ids_find(const struct ids *ids, uint64_t number);

/* Lets the number stand for something, which is not NULL.  0, or -1 when out of
 * memory. */
int ids_define(struct ids *ids, uint64_t number, const void *what);

/* Forgets all numbers and frees the table: {0} again. */
void ids_clear(struct ids *ids);

#endif
