/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short forms of names, found once for each name.  Names are compared by their
 * bytes, because their addresses are taken again by others.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "short_names.h"

enum { WORTH_KEEPING = 100 /* bytes of a name */ };

struct short_form {
	char *name; /* NULL: free */
	shortener *shorten;
	size_t width;
	uint64_t hash;
	char *text;
	size_t used;
};

static uint64_t
hash_of(const char *name, size_t len, size_t width)
{
	uint64_t hash = 0xcbf29ce484222325 ^ width;

	for (; len >= sizeof(hash); name += sizeof(hash), len -= sizeof(hash)) {
		uint64_t word;

		memcpy(&word, name, sizeof(word));
		hash = (hash ^ word) * 0x9e3779b97f4a7c15;
		hash ^= hash >> 32;
	}
	while (len-- > 0)
		hash = (hash ^ (unsigned char)*name++) * 0x100000001b3;
	return hash ^ hash >> 32;
}

/* Returns the place of a form, or the free place where it belongs. */
static struct short_form *
find_place(const struct short_names *names, const struct short_form *wanted)
{
	size_t i = (size_t)wanted->hash;

	for (;; i++) {
		struct short_form *form =
		    &names->list[i & (names->capacity - 1)];

		if (form->name == NULL ||
		    (form->hash == wanted->hash &&
			form->width == wanted->width &&
			form->shorten == wanted->shorten &&
			strcmp(form->name, wanted->name) == 0))
			return form;
	}
}

/* Makes room for one more. */
static void
grow(struct short_names *names)
{
	struct short_names larger = *names;

	if (2 * (names->n + 1) <= names->capacity)
		return;
	larger.capacity = names->capacity > 0 ? 2 * names->capacity : 64;
	larger.list = cli_alloc(larger.capacity, sizeof(*larger.list));
	for (size_t i = 0; i < names->capacity; i++)
		if (names->list[i].name != NULL)
			*find_place(&larger, &names->list[i]) = names->list[i];
	free(names->list);
	*names = larger;
}

const char *
short_names_find(struct short_names *names, shortener *shorten,
    const char *name, size_t width, const char *ellipsis, size_t *used)
{
	size_t len = strlen(name), ignored;
	struct short_form wanted = {
	    .name = (char *)name, .shorten = shorten, .width = width};
	struct short_form *form;

	if (used == NULL)
		used = &ignored;
	if (len < WORTH_KEEPING) {
		names->brief = cli_resize(names->brief, len + 1, 1);
		*used = shorten(names->brief, name, width, ellipsis);
		return names->brief;
	}
	grow(names);
	wanted.hash = hash_of(name, len, width);
	form = find_place(names, &wanted);
	if (form->name == NULL) {
		*form = wanted;
		form->name = cli_copy(name, len);
		form->text = cli_alloc(len + 1, 1);
		form->used = shorten(form->text, name, width, ellipsis);
		form->text = cli_resize(form->text, strlen(form->text) + 1, 1);
		names->n++;
	}
	*used = form->used;
	return form->text;
}

void
short_names_release(struct short_names *names)
{
	for (size_t i = 0; i < names->capacity; i++) {
		free(names->list[i].name);
		free(names->list[i].text);
	}
	free(names->list);
	free(names->brief);
}
