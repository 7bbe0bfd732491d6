/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps the content of each source, and where its lines begin. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "source_lines.h"
#include "source_list.h"

struct source_text {
	const char *name;
	struct annotated_source source;
	size_t nlines;
	size_t *starts; /* of the lines, and the end of the last one */
};

void
source_lines_init(
    struct source_lines *lines, const struct source_directories *directories)
{
	*lines = (struct source_lines){.directories = directories};
}

static int
compare(const void *element, const void *key)
{
	const struct source_text *const *text = element;

	return strcmp((*text)->name, key);
}

static void
find_starts(struct source_text *text)
{
	struct annotated_source *source = &text->source;

	while (source_next(source)) {
		text->starts =
		    cli_grow(text->starts, text->nlines, sizeof(*text->starts));
		text->starts[text->nlines++] =
		    (size_t)(source->text - source->content);
	}
}

static struct source_text *
open_source(const struct source_lines *lines, const char *name)
{
	struct source_text *text = cli_alloc(1, sizeof(*text));

	text->name = name;
	if (source_open(&text->source, lines->directories, name))
		find_starts(text);
	return text;
}

const char *
source_lines_find(
    struct source_lines *lines, const char *name, int64_t line, size_t *len)
{
	size_t i = lower_bound(
	    name, lines->list, lines->n, sizeof(*lines->list), compare);
	const struct source_text *text;
	const char *start, *end;

	if (i == lines->n || strcmp(lines->list[i]->name, name) != 0) {
		lines->list =
		    cli_grow(lines->list, lines->n, sizeof(*lines->list));
		memmove(&lines->list[i + 1], &lines->list[i],
		    (lines->n++ - i) * sizeof(*lines->list));
		lines->list[i] = open_source(lines, name);
	}
	text = lines->list[i];
	if (line <= 0 || (uint64_t)line > text->nlines)
		return NULL;
	start = text->source.content + text->starts[line - 1];
	end = text->source.content + ((uint64_t)line < text->nlines
					     ? text->starts[line]
					     : text->source.size);
	while (start < end && strchr(" \t", *start) != NULL && *start != '\0')
		start++;
	while (end > start && strchr(" \t\r\n", end[-1]) != NULL &&
	       end[-1] != '\0')
		end--;
	*len = (size_t)(end - start);
	return start;
}

const char *
source_lines_newer(const struct source_lines *lines,
    const struct report_profile *profile, size_t *next)
{
	while (*next < lines->n) {
		const struct source_text *text = lines->list[(*next)++];

		if (source_is_newer(&text->source, profile))
			return text->name;
	}
	return NULL;
}

void
source_lines_release(struct source_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++) {
		source_close(&lines->list[i]->source);
		free(lines->list[i]->starts);
		free(lines->list[i]);
	}
	free(lines->list);
}
