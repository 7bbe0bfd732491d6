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
#include "short_name.h"
#include "short_names.h"
#include "telling_names.h"

enum { WORTH_KEEPING = 100 /* bytes of a name */ };

struct short_form {
	char *name;
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
static struct short_form **
find_place(const struct short_names *names, const struct short_form *wanted)
{
	size_t i = (size_t)wanted->hash;

	for (;; i++) {
		struct short_form **place =
		    &names->list[i & (names->capacity - 1)];
		const struct short_form *form = *place;

		if (form == NULL || (form->hash == wanted->hash &&
					form->width == wanted->width &&
					form->shorten == wanted->shorten &&
					strcmp(form->name, wanted->name) == 0))
			return place;
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
		if (names->list[i] != NULL)
			*find_place(&larger, names->list[i]) = names->list[i];
	free(names->list);
	*names = larger;
}

/* --- functions that are told apart ---------------------------------------- */

struct listed_name {
	char *name; /* NULL: free */
	char *alias;
};

/* Returns the place of a listed name, or the free place where it belongs. */
static struct listed_name *
find_listed(const struct short_names *names, const char *name)
{
	size_t i = (size_t)hash_of(name, strlen(name), 0);

	for (;; i++) {
		struct listed_name *listed =
		    &names->listed[i & (names->listed_capacity - 1)];

		if (listed->name == NULL || strcmp(listed->name, name) == 0)
			return listed;
	}
}

void
short_names_list(struct short_names *names, const char *const *functions,
    size_t n, size_t least, const char *ellipsis)
{
	struct telling_name *list = cli_alloc(n, sizeof(*list));
	size_t nlong = 0;

	for (size_t i = 0; i < n; i++)
		if (strlen(functions[i]) > least)
			list[nlong++].name = functions[i];
	names->nlisted = telling_names_make(list, nlong, ellipsis);
	for (names->listed_capacity = 1;
	     names->listed_capacity < 2 * (names->nlisted + 1);)
		names->listed_capacity *= 2;
	names->listed =
	    cli_alloc(names->listed_capacity, sizeof(*names->listed));
	for (size_t i = 0; i < names->nlisted; i++) {
		struct listed_name *listed = find_listed(names, list[i].name);

		listed->name = cli_copy(list[i].name, strlen(list[i].name));
		listed->alias = list[i].alias;
	}
	free(list);
}

/* Returns the place of a form with this text, or the free place where it belongs. */
static const struct short_form **
find_shown(const struct short_names *names, const char *text)
{
	size_t i = (size_t)hash_of(text, strlen(text), 0);

	for (;; i++) {
		const struct short_form **shown =
		    &names->shown[i & (names->shown_capacity - 1)];

		if (*shown == NULL || strcmp((*shown)->text, text) == 0)
			return shown;
	}
}

static void
grow_shown(struct short_names *names)
{
	struct short_names larger = *names;

	if (2 * (names->nshown + 1) <= names->shown_capacity)
		return;
	larger.shown_capacity =
	    names->shown_capacity > 0 ? 2 * names->shown_capacity : 64;
	larger.shown = cli_alloc(larger.shown_capacity, sizeof(*larger.shown));
	for (size_t i = 0; i < names->shown_capacity; i++)
		if (names->shown[i] != NULL)
			*find_shown(&larger, names->shown[i]->text) =
			    names->shown[i];
	free(names->shown);
	*names = larger;
}

/* True if the text is the short form of another function. */
static bool
is_taken(const struct short_names *names, const struct short_form *form)
{
	const struct short_form *shown = *find_shown(names, form->text);

	return shown != NULL && strcmp(shown->name, form->name) != 0;
}

/* Shortens a listed function: by its alias; else without; else by its middle; else to
 * twice the width, and so on. */
static void
shorten_listed(struct short_names *names, struct short_form *form,
    const char *alias, const char *ellipsis)
{
	size_t len = strlen(form->name), width = form->width;

	grow_shown(names);
	if (alias != NULL) {
		form->text = cli_alloc(strlen(alias) + 1, 1);
		form->used = form->shorten(form->text, alias, width, ellipsis);
		telling_name_show(form->text);
		if (form->used <= width && !is_taken(names, form))
			return;
		free(form->text);
	}
	form->text = cli_alloc(len + 1, 1);
	form->used = form->shorten(form->text, form->name, width, ellipsis);
	if (is_taken(names, form))
		form->used =
		    short_text(form->text, form->name, width, ellipsis);
	while (
	    is_taken(names, form) && form->used < text_width(form->name, len)) {
		width = 2 * width + 1;
		form->used =
		    form->shorten(form->text, form->name, width, ellipsis);
	}
}

/* --- short forms ---------------------------------------------------------- */

/* Finds the short form of a name that has none yet. */
static void
make_form(struct short_names *names, struct short_form *form,
    const struct listed_name *listed, const char *ellipsis)
{
	size_t len = strlen(form->name);

	if (listed != NULL) {
		const struct short_form **shown;

		shorten_listed(names, form, listed->alias, ellipsis);
		shown = find_shown(names, form->text);
		names->nshown += *shown == NULL;
		*shown = form;
	} else {
		form->text = cli_alloc(len + 1, 1);
		form->used = form->shorten(
		    form->text, form->name, form->width, ellipsis);
	}
	form->text = cli_resize(form->text, strlen(form->text) + 1, 1);
}

const char *
short_names_find(struct short_names *names, shortener *shorten,
    const char *name, size_t width, const char *ellipsis, size_t *used)
{
	size_t len = strlen(name), ignored;
	struct short_form wanted = {
	    .name = (char *)name, .shorten = shorten, .width = width};
	const struct listed_name *listed = NULL;
	struct short_form **place, *form;

	if (used == NULL)
		used = &ignored;
	if (names->nlisted > 0 && text_width(name, len) > width)
		listed = find_listed(names, name);
	if (listed != NULL && listed->name == NULL)
		listed = NULL;
	if (len < WORTH_KEEPING && listed == NULL) {
		names->brief = cli_resize(names->brief, len + 1, 1);
		*used = shorten(names->brief, name, width, ellipsis);
		return names->brief;
	}
	grow(names);
	wanted.hash = hash_of(name, len, width);
	place = find_place(names, &wanted);
	if (*place == NULL) {
		form = *place = cli_alloc(1, sizeof(*form));
		*form = wanted;
		form->name = cli_copy(name, len);
		make_form(names, form, listed, ellipsis);
		names->n++;
	}
	form = *place;
	*used = form->used;
	return form->text;
}

void
short_names_release(struct short_names *names)
{
	for (size_t i = 0; i < names->capacity; i++) {
		if (names->list[i] == NULL)
			continue;
		free(names->list[i]->name);
		free(names->list[i]->text);
		free(names->list[i]);
	}
	for (size_t i = 0; i < names->listed_capacity; i++) {
		free(names->listed[i].name);
		free(names->listed[i].alias);
	}
	free(names->list);
	free(names->listed);
	free(names->shown);
	free(names->brief);
}
