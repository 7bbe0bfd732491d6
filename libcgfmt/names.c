/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table of strings, which are allocated in large chunks.  Only clean
 * strings are stored (see cg_escape), so no interned name has a control byte.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "hash.h"
#include "lex.h"
#include "names.h"
#include "strbuf.h"

enum { CHUNK_SIZE = 1 << 16, FIRST_TABLE_SIZE = 256 };

struct name {
	uint64_t hash;
	const char *text; /* NULL: free */
};

struct chunk {
	struct chunk *next;
	size_t used;
	size_t size;
	char bytes[];
};

const char cg_unknown_name[] = "???";
const char cg_filtered[] = "(filtered)";

bool
cg_is_filtered(const char *file)
{
	return strcmp(file, cg_filtered) == 0;
}

bool
cg_is_data(const char *object)
{
	static const char *const kinds[] = {"(heap)", "(static)",
	    "(thread-local)", "(stack)", "(mapped)", "(unknown)"};

	/* nearly all objects are files */
	for (size_t i = 0;
	     *object == '(' && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(object, kinds[i]) == 0)
			return true;
	return false;
}

/* the name's slot, or the free slot for it */
static struct name *
find_slot(
    const struct names *names, uint64_t hash, const char *text, size_t len)
{
	size_t mask = names->size - 1;

	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		struct name *name = &names->table[i];

		if (name->text == NULL ||
		    (name->hash == hash &&
			strncmp(name->text, text, len) == 0 &&
			name->text[len] == '\0'))
			return name;
	}
}

static int
grow_table(struct names *names)
{
	struct names larger = *names;

	larger.keys = hash_keys();
	larger.size = names->size > 0 ? names->size * 2 : FIRST_TABLE_SIZE;
	larger.table = table_alloc(larger.size, sizeof(*larger.table));
	if (larger.table == NULL)
		return -1;
	for (size_t i = 0; i < names->size; i++) {
		const struct name *name = &names->table[i];
		size_t slot = name->hash & (larger.size - 1);

		if (name->text == NULL)
			continue;
		while (larger.table[slot].text != NULL)
			slot = (slot + 1) & (larger.size - 1);
		larger.table[slot] = *name;
	}
	larger.nbytes += (larger.size - names->size) * sizeof(*larger.table);
	free(names->table);
	*names = larger;
	return 0;
}

static char *
allocate(struct names *names, size_t size)
{
	struct chunk *chunk = names->chunks;

	if (chunk == NULL || chunk->size - chunk->used < size) {
		size_t chunk_size = size > CHUNK_SIZE ? size : CHUNK_SIZE;

		chunk = malloc(sizeof(*chunk) + chunk_size);
		if (chunk == NULL)
			return NULL;
		*chunk =
		    (struct chunk){.next = names->chunks, .size = chunk_size};
		names->chunks = chunk;
		names->nbytes += chunk_size;
	}
	chunk->used += size;
	return chunk->bytes + chunk->used - size;
}

/* interns a name that needs no escapes */
static const char *
intern_clean(struct names *names, const char *text, size_t len)
{
	uint64_t hash;
	struct name *slot;
	char *copy;

	if (names->used >= names->size / 2 && grow_table(names) < 0)
		return NULL;
	hash = hash_bytes(names->keys, text, len);
	slot = find_slot(names, hash, text, len);
	if (slot->text != NULL)
		return slot->text;
	copy = allocate(names, len + 1);
	if (copy == NULL)
		return NULL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	*slot = (struct name){hash, copy};
	names->used++;
	return copy;
}

const char *
names_intern(struct names *names, const char *text, size_t len)
{
	struct strbuf clean = {.text = NULL};
	const char *interned;

	if (!lex_has_control(text, text + len))
		return intern_clean(names, text, len);
	if (strbuf_set_clean(&clean, text, len) < 0)
		return NULL;
	interned = intern_clean(names, clean.text, strlen(clean.text));
	strbuf_release(&clean);
	return interned;
}

void
names_release(struct names *names)
{
	while (names->chunks != NULL) {
		struct chunk *next = names->chunks->next;

		free(names->chunks);
		names->chunks = next;
	}
	free(names->table);
}
