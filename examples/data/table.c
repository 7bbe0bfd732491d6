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
/* the hash beside the pointer: other entries are not looked at */
static struct slot {
	struct entry *entry;
	uint32_t hash;
} table[SLOTS];
#else
static struct entry *table[SLOTS];
#endif

static uint32_t
hash_of(uint32_t number)
{
	number = (number ^ number >> 16) * 0x45d9f3b;
	number = (number ^ number >> 16) * 0x45d9f3b;
	return number ^ number >> 16;
}

static struct entry *
find(uint32_t hash)
{
#ifdef OPEN
	for (uint32_t i = hash % SLOTS; table[i].entry; i = (i + 1) % SLOTS)
		if (table[i].hash == hash)
			return table[i].entry;
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
	while (table[i].entry != NULL)
		i = (i + 1) % SLOTS;
	table[i] = (struct slot){entry, hash};
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
		found +=
		    find(hash_of(hash_of((uint32_t)i) % (8 * WORDS))) != NULL;
	printf("%d\n", found);
	return 0;
}
