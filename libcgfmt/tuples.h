/* SPDX-License-Identifier: BSD-2-Clause */
/* Interned tuples of words: equal tuples have the same number. */
#ifndef TUPLES_H
#define TUPLES_H

#include <stddef.h>
#include <stdint.h>

/* empty if all but width is 0 */
struct tuples {
	size_t width; /* words in a tuple, at most HASH_MAX_WORDS */
	size_t n;
	size_t capacity;
	uint64_t *words; /* width for each tuple */
	uint32_t *table; /* 1 + number, open addressing; 0: free */
	size_t table_size;
	size_t ntabled; /* the first tuples, which are in the table */
	const struct hash_keys *keys;
};

/*
 * Sets *number to the number of the tuple; new tuples are numbered from 0 on.
 * Returns 0, or -1 when out of memory.
 */
int
tuples_intern(struct tuples *tuples, const uint64_t *words, uint32_t *number);

/* The same for a tuple that the caller knows to be new; takes less time. */
int
tuples_append(struct tuples *tuples, const uint64_t *words, uint32_t *number);

/* Gives all tuples more words, which are 0.  Returns 0, or -1 when out of
 * memory. */
int tuples_widen(struct tuples *tuples, size_t width);

/* The words of a tuple, valid until the next _intern, _append or _widen. */
static inline const uint64_t *
tuples_at(const struct tuples *tuples, uint32_t number)
{
	return tuples->words + number * tuples->width;
}

/* The bytes that all tuples take. */
size_t tuples_memory(const struct tuples *tuples);

void tuples_release(struct tuples *tuples);

#endif
