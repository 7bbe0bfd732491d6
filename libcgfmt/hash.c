/* SPDX-License-Identifier: BSD-2-Clause */
/* Keys come from the system.  If it has none, they come from facts that are
 * hard to guess: the time and the address of the program. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "hash.h"

static struct hash_keys process_keys;
static pthread_once_t drawn = PTHREAD_ONCE_INIT;

static uint64_t
rotate(uint64_t word, unsigned int n)
{
	return word << n | word >> (64 - n);
}

/* --- SipHash -------------------------------------------------------------- */

struct state {
	uint64_t a, b, c, d;
};

static inline void
mix(struct state *s)
{
	s->a += s->b;
	s->b = rotate(s->b, 13) ^ s->a;
	s->a = rotate(s->a, 32);
	s->c += s->d;
	s->d = rotate(s->d, 16) ^ s->c;
	s->a += s->d;
	s->d = rotate(s->d, 21) ^ s->a;
	s->c += s->b;
	s->b = rotate(s->b, 17) ^ s->c;
	s->c = rotate(s->c, 32);
}

static inline void
take(struct state *s, uint64_t word)
{
	s->d ^= word;
	mix(s);
	s->a ^= word;
}

uint64_t
hash_bytes(const struct hash_keys *keys, const char *text, size_t len)
{
	struct state s = {
	    keys->bytes[0] ^ 0x736f6d6570736575u,
	    keys->bytes[1] ^ 0x646f72616e646f6du,
	    keys->bytes[0] ^ 0x6c7967656e657261u,
	    keys->bytes[1] ^ 0x7465646279746573u,
	};
	const char *end = text + len;
	uint64_t word = 0;

	for (; (size_t)(end - text) >= sizeof(word); text += sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		take(&s, word);
	}
	word = 0;
	memcpy(&word, text, (size_t)(end - text));
	take(&s, word ^ (uint64_t)len << 56);
	s.c ^= 0xff;
	mix(&s);
	mix(&s);
	mix(&s);
	return s.a ^ s.b ^ s.c ^ s.d;
}

/* --- keys ----------------------------------------------------------------- */

/* SplitMix64 */
static uint64_t
next_key(uint64_t *seed)
{
	uint64_t key = *seed += 0x9e3779b97f4a7c15u;

	key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
	key = (key ^ key >> 27) * 0x94d049bb133111ebu;
	return key ^ key >> 31;
}

static void
draw_without_system(uint64_t *words, size_t n)
{
	struct timespec now = {0};
	uint64_t seed;

	clock_gettime(CLOCK_REALTIME, &now);
	seed = (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^
	       (uint64_t)getpid() << 40 ^ (uint64_t)(uintptr_t)&seed << 16 ^
	       (uint64_t)(uintptr_t)&process_keys;
	for (size_t i = 0; i < n; i++)
		words[i] = next_key(&seed);
}

static void
draw(void)
{
	uint64_t words[sizeof(process_keys) / sizeof(uint64_t)];

	if (getrandom(words, sizeof(words), GRND_NONBLOCK) !=
	    (ssize_t)sizeof(words))
		draw_without_system(words, sizeof(words) / sizeof(words[0]));
	memcpy(&process_keys, words, sizeof(process_keys));
}

const struct hash_keys *
hash_keys(void)
{
	pthread_once(&drawn, draw);
	return &process_keys;
}

/* --- tables --------------------------------------------------------------- */

void *
table_alloc(size_t n, size_t size)
{
	enum { CACHE_LINE = 64 };
	size_t total;
	void *slots;

	if (__builtin_mul_overflow(n, size, &total) ||
	    total > SIZE_MAX - CACHE_LINE)
		return NULL;
	total = (total + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
	/*
	 * A table reads a slot before it writes it.  In fresh memory from
	 * calloc that is two page faults, and the second stops all other
	 * threads for a while; here it is one.  Not malloc, because compilers
	 * turn malloc and memset into calloc.
	 */
	slots = aligned_alloc(CACHE_LINE, total);
	return slots != NULL ? memset(slots, 0, total) : NULL;
}
