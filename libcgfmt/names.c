/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table of strings that lie one behind the other in large chunks.  What
 * is stored is always clean (see cg_escape), so that nothing that is handed out
 * can carry a control byte.
 */
#include <stdlib.h>
#include <string.h>

#include "cgfmt.h"
#include "lex.h"
#include "names.h"

enum { CHUNK_SIZE = 1 << 16, FIRST_TABLE_SIZE = 256 };

struct name {
	uint32_t hash;
	size_t len;
	char text[];
};

struct chunk {
	struct chunk *next;
	size_t used;
	size_t size;
	_Alignas(struct name) char bytes[];
};

const char cg_filtered[] = "(filtered)";

/* FNV-1a, 32 bits (Fowler, Noll, Vo) */
static uint32_t
hash_bytes(const char *text, size_t len)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	return hash;
}

/* the slot that holds the name, or the free one where it belongs */
static struct name **
find_slot(
    const struct names *names, uint32_t hash, const char *text, size_t len)
{
	size_t mask = names->size - 1;

	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		struct name *name = names->table[i];

		if (name == NULL || (name->hash == hash && name->len == len &&
					memcmp(name->text, text, len) == 0))
			return &names->table[i];
	}
}

static int
grow_table(struct names *names)
{
	struct names larger = *names;

	larger.size = names->size > 0 ? names->size * 2 : FIRST_TABLE_SIZE;
	larger.table = calloc(larger.size, sizeof(*larger.table));
	if (larger.table == NULL)
		return -1;
	for (size_t i = 0; i < names->size; i++) {
		struct name *name = names->table[i];

		if (name != NULL)
			*find_slot(&larger, name->hash, name->text, name->len) =
			    name;
	}
	free(names->table);
	*names = larger;
	return 0;
}

/* `size` bytes, aligned for a name */
static void *
allocate(struct names *names, size_t size)
{
	struct chunk *chunk = names->chunks;
	size_t align = _Alignof(struct name);

	size = (size + align - 1) / align * align;
	if (chunk == NULL || chunk->size - chunk->used < size) {
		size_t chunk_size = size > CHUNK_SIZE ? size : CHUNK_SIZE;

		chunk = malloc(sizeof(*chunk) + chunk_size);
		if (chunk == NULL)
			return NULL;
		*chunk =
		    (struct chunk){.next = names->chunks, .size = chunk_size};
		names->chunks = chunk;
	}
	chunk->used += size;
	return chunk->bytes + chunk->used - size;
}

/* the name, which needs no escapes */
static const char *
intern_clean(struct names *names, const char *text, size_t len)
{
	uint32_t hash = hash_bytes(text, len);
	struct name **slot, *name;

	if (names->used >= names->size / 2 && grow_table(names) < 0)
		return NULL;
	slot = find_slot(names, hash, text, len);
	if (*slot != NULL)
		return (*slot)->text;
	name = allocate(names, sizeof(*name) + len + 1);
	if (name == NULL)
		return NULL;
	*name = (struct name){.hash = hash, .len = len};
	memcpy(name->text, text, len);
	name->text[len] = '\0';
	*slot = name;
	names->used++;
	return name->text;
}

const char *
names_intern(struct names *names, const char *text, size_t len)
{
	const char *interned;
	char *clean;
	size_t clean_len;

	if (!lex_has_control(text, text + len))
		return intern_clean(names, text, len);
	clean_len = cg_escape(NULL, 0, text, len);
	clean = malloc(clean_len + 1);
	if (clean == NULL)
		return NULL;
	cg_escape(clean, clean_len + 1, text, len);
	interned = intern_clean(names, clean, clean_len);
	free(clean);
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
