/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tool says that a function was not entered.  If the compiler has inlined
 * all of it, that has surprised the user, who knows that it was called.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/description.h"
#include "not_entered.h"

enum {
	MOST_FUNCTIONS = 5,
	MOST_HOSTS = 5,
};

struct not_entered_pattern {
	char *pattern;
	size_t nprofiles; /* that say so */
	size_t last;      /* number of the last one of these */
	char **objects;
	size_t nobjects;
};

static const char function[] = "Not entered:", object[] = "Not entered in:";

/* --- descriptions --------------------------------------------------------- */

static struct not_entered_pattern *
find_pattern(struct not_entered *n, const char *text)
{
	for (size_t i = 0; i < n->n; i++)
		if (strcmp(n->list[i].pattern, text) == 0)
			return &n->list[i];
	n->list = cli_grow(n->list, n->n, sizeof(*n->list));
	n->list[n->n] = (struct not_entered_pattern){
	    .pattern = cli_copy(text, strlen(text))};
	return &n->list[n->n++];
}

static void
add_object(struct not_entered_pattern *p, const char *path)
{
	for (size_t i = 0; i < p->nobjects; i++)
		if (strcmp(p->objects[i], path) == 0)
			return;
	p->objects = cli_grow(p->objects, p->nobjects, sizeof(*p->objects));
	p->objects[p->nobjects++] = cli_copy(path, strlen(path));
}

void
not_entered_take(struct not_entered *n, const struct cg_header *header)
{
	struct not_entered_pattern *last = NULL;

	n->nprofiles++;
	for (size_t i = 0; i < header->ndescs; i++) {
		const char *desc = header->descs[i];
		const char *text = description_value(desc, function);
		const char *path = description_value(desc, object);

		if (text != NULL) {
			last = find_pattern(n, text);
			last->nprofiles += last->last < n->nprofiles;
			last->last = n->nprofiles;
		}
		if (path != NULL && last != NULL)
			add_object(last, path);
	}
}

bool
is_of_not_entered(const char *desc)
{
	return description_value(desc, function) != NULL ||
	       description_value(desc, object) != NULL;
}

/* --- warnings ------------------------------------------------------------- */

/* Returns "a", "a and b" or "a, b and 3 others", to be freed. */
static char *
list_names(const struct names_host *hosts, size_t n)
{
	size_t nshown = n > MOST_HOSTS ? MOST_HOSTS - 1 : n;
	char *list = cli_format("%s", hosts[0].host);

	for (size_t i = 1; i < nshown; i++)
		cli_append(
		    &list, "%s%s", i + 1 == n ? " and " : ", ", hosts[i].host);
	if (nshown < n)
		cli_append(&list, " and %zu others", n - nshown);
	return list;
}

/* Warns of one function, with the n pairs that it has. */
static void
warn_of_function(const struct names_host *hosts, size_t n)
{
	bool has_code = *hosts[0].host == '\0';
	char *list;

	if (has_code && --n == 0)
		return;
	list = list_names(hosts + has_code, n);
	cli_warn("%s is %sinlined, in %s; compile with -fno-inline or name %s",
	    hosts[0].function, has_code ? "" : "only ", list,
	    n == 1 ? "that function" : "those functions");
	free(list);
}

static void
warn_of_pattern(
    const struct not_entered_pattern *p, const struct names_options *options)
{
	struct names_options usual = {
	    .directories = options->directories,
	    .ndirectories = options->ndirectories,
	};
	struct names_hosts hosts;
	struct cg_error error;
	size_t nfunctions = 0;

	if (names_hosts_find(&hosts, p->pattern,
		(const char *const *)p->objects, p->nobjects, &usual,
		&error) == 0)
		for (size_t i = 0, end; i < hosts.n; i = end) {
			const char *name = hosts.list[i].function;

			for (end = i + 1; end < hosts.n; end++)
				if (strcmp(hosts.list[end].function, name) != 0)
					break;
			if (nfunctions++ < MOST_FUNCTIONS)
				warn_of_function(&hosts.list[i], end - i);
		}
	if (nfunctions > MOST_FUNCTIONS)
		cli_warn("the same of %zu others that match \"%s\"",
		    nfunctions - MOST_FUNCTIONS, p->pattern);
	names_hosts_release(&hosts);
}

void
not_entered_warn(
    const struct not_entered *n, const struct names_options *options)
{
	for (size_t i = 0; i < n->n; i++)
		if (n->list[i].nprofiles == n->nprofiles)
			warn_of_pattern(&n->list[i], options);
}

void
not_entered_release(struct not_entered *n)
{
	for (size_t i = 0; i < n->n; i++) {
		struct not_entered_pattern *p = &n->list[i];

		for (size_t j = 0; j < p->nobjects; j++)
			free(p->objects[j]);
		free(p->objects);
		free(p->pattern);
	}
	free(n->list);
}
