/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "compilers.h"
#include "description.h"
#include "libcli/cli.h"

const char compilers_key[] = "Compilers:";

static const char separator[] = " | ";

void
compilers_add(struct compilers *c, const char *text, size_t len)
{
	char *compiler = cli_copy(text, len);
	size_t at = 0;

	while (at < c->n && strcmp(c->list[at], compiler) < 0)
		at++;
	if (at < c->n && strcmp(c->list[at], compiler) == 0) {
		free(compiler);
		return;
	}
	c->list = cli_grow(c->list, c->n, sizeof(*c->list));
	memmove(&c->list[at + 1], &c->list[at], (c->n - at) * sizeof(*c->list));
	c->list[at] = compiler;
	c->n++;
}

void
compilers_take(struct compilers *c, const struct cg_header *header)
{
	const char *p = description_find(header, compilers_key);

	while (p != NULL) {
		const char *end = strstr(p, separator);

		compilers_add(
		    c, p, end != NULL ? (size_t)(end - p) : strlen(p));
		p = end != NULL ? end + strlen(separator) : NULL;
	}
}

char *
compilers_describe(const struct compilers *c)
{
	char *desc = NULL;

	if (c->n > 0)
		desc = cli_format("%-18s", compilers_key);
	for (size_t i = 0; i < c->n; i++)
		cli_append(&desc, "%s%s", i > 0 ? separator : "", c->list[i]);
	return desc;
}

void
compilers_release(struct compilers *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->list[i]);
	free(c->list);
}
