/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads and writes the description of build IDs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_ids.h"
#include "description.h"
#include "libcli/cli.h"
#include "libquery/lower_bound.h"

static const char start[] = "Build IDs:", separator[] = "; ",
		  escaped[] = "\\x3b";

static int
compare_path(const void *element, const void *key)
{
	const struct build_id *id = element;

	return strcmp(id->path, key);
}

static size_t
place_of(const struct build_ids *ids, const char *path)
{
	return lower_bound(
	    path, ids->list, ids->n, sizeof(*ids->list), compare_path);
}

const char *
build_ids_find(const struct build_ids *ids, const char *path)
{
	size_t i = place_of(ids, path);

	return i < ids->n && strcmp(ids->list[i].path, path) == 0
		   ? ids->list[i].id
		   : NULL;
}

bool
build_ids_clash(const struct build_ids *ids, const struct build_ids *others,
    const char *path)
{
	const char *id = build_ids_find(ids, path);
	const char *other = build_ids_find(others, path);

	return id != NULL && other != NULL && strcmp(id, other) != 0;
}

/* takes the path */
static void
add(struct build_ids *ids, char *path, const char *id, size_t len)
{
	size_t i = place_of(ids, path);

	if (i < ids->n && strcmp(ids->list[i].path, path) == 0) {
		free(path);
		return;
	}
	ids->list = cli_grow(ids->list, ids->n, sizeof(*ids->list));
	memmove(&ids->list[i + 1], &ids->list[i],
	    (ids->n++ - i) * sizeof(*ids->list));
	ids->list[i] = (struct build_id){.path = path, .id = cli_copy(id, len)};
}

/* returns the len bytes with ";" for what stands for it */
static char *
unescape(const char *text, size_t len)
{
	char *path = cli_copy(text, len), *from = path, *to = path;

	while (*from != '\0')
		if (strncmp(from, escaped, strlen(escaped)) == 0) {
			*to++ = ';';
			from += strlen(escaped);
		} else {
			*to++ = *from++;
		}
	*to = '\0';
	return path;
}

bool
is_of_build_ids(const char *desc)
{
	return description_value(desc, start) != NULL;
}

static void
parse(struct build_ids *ids, const char *p)
{
	while (*(p += strspn(p, " ")) != '\0') {
		const char *end = strstr(p, separator);
		size_t len = end != NULL ? (size_t)(end - p) : strlen(p);
		size_t id = strcspn(p, " ");

		if (id < len)
			add(ids, unescape(p + id + 1, len - id - 1), p, id);
		p += len;
		if (end != NULL)
			p += strlen(separator);
	}
}

void
build_ids_take(struct build_ids *ids, const struct cg_header *header)
{
	for (size_t i = 0; i < header->ndescs; i++) {
		const char *list = description_value(header->descs[i], start);

		if (list != NULL)
			parse(ids, list);
	}
}

char *
build_ids_describe(const struct build_ids *ids)
{
	size_t size = sizeof(start) + 8, len;
	char *desc;

	if (ids->n == 0)
		return NULL;
	for (size_t i = 0; i < ids->n; i++)
		size += strlen(ids->list[i].id) + strlen(separator) + 1 +
			strlen(escaped) * strlen(ids->list[i].path);
	desc = cli_alloc(size, 1);
	len = (size_t)sprintf(desc, "%-17s", start);
	for (size_t i = 0; i < ids->n; i++) {
		len += (size_t)sprintf(desc + len, "%s%s ",
		    i > 0 ? separator : " ", ids->list[i].id);
		for (const char *p = ids->list[i].path; *p != '\0'; p++)
			if (*p == ';')
				len +=
				    (size_t)sprintf(desc + len, "%s", escaped);
			else
				desc[len++] = *p;
		desc[len] = '\0';
	}
	return desc;
}

void
build_ids_release(struct build_ids *ids)
{
	for (size_t i = 0; i < ids->n; i++) {
		free(ids->list[i].path);
		free(ids->list[i].id);
	}
	free(ids->list);
	*ids = (struct build_ids){0};
}
