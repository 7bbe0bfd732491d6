/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks words up in a hash table, most of which are not there. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WORDS 8192
#define SLOTS (2 * WORDS)

struct entry {
#ifndef OPEN
	struct entry *next;
#endif
	uint32_t hash;
	int count;
	char word[40];
};

#ifdef OPEN
/* Hashes are apart, so that a search looks at nothing else; 0: the slot is free. */
static uint32_t hashes[SLOTS];
static struct entry *entries[SLOTS];
#else
static struct entry *table[SLOTS];
#endif

static uint32_t
hash_of(uint32_t number)
{
	number = (number ^ number >> 16) * 0x45d9f3b;
	number = (number ^ number >> 16) * 0x45d9f3b;
	return (number ^ number >> 16) | 1;
}

static struct entry *
find(uint32_t hash)
{
#ifdef OPEN
	for (uint32_t i = hash % SLOTS; hashes[i] != 0; i = (i + 1) % SLOTS)
		if (hashes[i] == hash)
			return entries[i];
#else
	for (struct entry *e = table[hash % SLOTS]; e != NULL; e = e->next)
		if (e->hash == hash)
			return e;
#endif
	return NULL;
}

static void
add(uint32_t hash)
{
	struct entry *entry = calloc(1, sizeof *entry);
	uint32_t i = hash % SLOTS;

	entry->hash = hash;
#ifdef OPEN
	while (hashes[i] != 0)
		i = (i + 1) % SLOTS;
	hashes[i] = hash;
	entries[i] = entry;
#else
	entry->next = table[i];
	table[i] = entry;
#endif
}

int
main(int argc, char **argv)
{
	int lookups = argc > 1 ? atoi(argv[1]) : 200000;
	int found = 0;

	for (uint32_t i = 0; i < WORDS; i++)
		add(hash_of(i));
	for (int i = 0; i < lookups; i++)
		found += find(hash_of(
			     hash_of((uint32_t)i) / 2 % (8 * WORDS))) != NULL;
	printf("%d\n", found);
	return 0;
}
