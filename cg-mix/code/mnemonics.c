/* SPDX-License-Identifier: BSD-2-Clause */
/* A row may give names that no instruction has, because a list of suffixes fits most of its names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "mnemonics.h"

const struct suffix no_suffix[] = {{"", 0, false}, {NULL, 0, false}};

void
mnemonics_add(struct mnemonics *m, size_t row, const char *prefix,
    const char *names, const struct suffix *suffixes)
{
	while (*names != '\0') {
		int len = (int)strcspn(names, " ");

		for (const struct suffix *s = suffixes; s->text != NULL; s++) {
			struct mnemonic *one;

			m->list = cli_grow(m->list, m->n, sizeof(*m->list));
			one = &m->list[m->n++];
			*one = (struct mnemonic){.row = row, .suffix = s};
			snprintf(one->name, sizeof(one->name), "%s%.*s%s",
			    prefix, len, names, s->text);
		}
		names += len;
		names += strspn(names, " ");
	}
}

static int
compare_names(const void *a, const void *b)
{
	const struct mnemonic *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

void
mnemonics_sort(struct mnemonics *m)
{
	if (m->n > 1)
		qsort(m->list, m->n, sizeof(*m->list), compare_names);
}

static int
compare_name(const void *element, const void *key)
{
	const struct mnemonic *one = element;

	return strcmp(one->name, key);
}

const struct mnemonic *
mnemonics_find(const struct mnemonics *m, const char *name, size_t len)
{
	char key[MNEMONIC_SIZE];
	size_t i;

	if (len >= sizeof(key))
		return NULL;
	memcpy(key, name, len);
	key[len] = '\0';
	i = lower_bound(key, m->list, m->n, sizeof(*m->list), compare_name);
	return i < m->n && strcmp(m->list[i].name, key) == 0 ? &m->list[i]
							     : NULL;
}

void
mnemonics_release(struct mnemonics *m)
{
	free(m->list);
	*m = (struct mnemonics){.n = 0};
}
