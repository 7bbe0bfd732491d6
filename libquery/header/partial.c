/* SPDX-License-Identifier: BSD-2-Clause */
/* Every tool passes descriptions on, so the mark stays with the numbers. */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "partial.h"

static const char mark[] = "Partial: ";

void
partial_die(const struct cg_error *error)
{
	cli_die_of_input(error->is_missing, "%s%s", error->text,
	    error->is_damage ? " (--partial reads what is there)" : "");
}

static int
compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Adds the text to the set; false if it was there. */
static bool
enter(void **set, const char *text)
{
	const char *const *found = tsearch(text, set, compare);

	if (found == NULL)
		cli_die("out of memory");
	return *found == text;
}

static void
empty(void **set)
{
	while (*set != NULL)
		tdelete(*(void **)*set, set, compare);
}

/* Adds a description, which now belongs to the partials. */
static void
add(struct partials *p, char *desc)
{
	if (!enter(&p->set, desc)) {
		free(desc);
		return;
	}
	p->list = cli_grow(p->list, p->n, sizeof(*p->list));
	p->list[p->n++] = desc;
}

void
partials_take(
    struct partials *p, const struct cg_reader *reader, const char *event)
{
	const char *damage = cg_reader_damage(reader);
	unsigned long long nrows = cg_reader_nrows(reader);
	const char *rows = nrows == 1 ? "row" : "rows";
	long long total = cg_reader_totals(reader)[0];

	if (cg_reader_ignored(reader) != NULL)
		cli_warn("%s", cg_reader_ignored(reader));
	if (damage == NULL)
		return;
	add(p, cli_format("%s%s; read %llu %s, %s %lld", mark, damage, nrows,
		   rows, event, total));
	cli_warn(
	    "%s; read %llu %s, %s %lld", damage, nrows, rows, event, total);
}

void
partials_inherit(struct partials *p, const struct cg_header *header)
{
	for (size_t i = 0; i < header->ndescs; i++)
		if (strncmp(header->descs[i], mark, strlen(mark)) == 0)
			add(p, cli_format("%s", header->descs[i]));
}

void
partials_describe(struct partials *p, struct cg_header *header)
{
	size_t n = header->ndescs;
	void *set = NULL;

	if (p->n == 0)
		return;
	free(p->descs);
	p->descs = cli_alloc(n + p->n, sizeof(*p->descs));
	for (size_t i = 0; i < n; i++) {
		p->descs[i] = header->descs[i];
		enter(&set, p->descs[i]);
	}
	for (size_t i = 0; i < p->n; i++)
		if (enter(&set, p->list[i]))
			p->descs[n++] = p->list[i];
	empty(&set);
	header->descs = p->descs;
	header->ndescs = n;
}

void
partials_release(struct partials *p)
{
	empty(&p->set);
	for (size_t i = 0; i < p->n; i++)
		free(p->list[i]);
	free(p->list);
	free(p->descs);
}
