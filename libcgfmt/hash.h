/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hashes with random keys of this process, so that nobody can make a profile
 * whose names or rows all collide.  No output depends on the keys.
 */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_MAX_WORDS = 8 };

struct hash_keys {
	uint64_t bytes[2];                  /* of hash_bytes */
	uint64_t words[2 * HASH_MAX_WORDS]; /* of hash_words */
};

/* The keys of this process. */
const struct hash_keys *hash_keys(void);

/* SipHash-1-3. */
uint64_t hash_bytes(const struct hash_keys *keys, const char *text, size_t len);

/*
 * The multilinear hash of Lemire and Kaser: any two different lists of n words
 * have the same upper half with a probability of 1 in 2^32.  At the end the
 * upper half is mixed into the lower.
 */
static inline uint64_t
hash_words(const struct hash_keys *keys, const uint64_t *words, size_t n)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < n; i++)
		hash += (keys->words[2 * i] + (uint32_t)words[i]) *
			(keys->words[2 * i + 1] + (words[i] >> 32));
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

/*
 * Allocates n zeroed slots of `size` bytes for a hash table, to be freed.
 * Returns NULL when out of memory.
 */
void *table_alloc(size_t n, size_t size);

#endif
