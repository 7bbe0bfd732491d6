/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the names of operands with the ends of paths in the profile. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/windows_path.h"
#include "operands.h"

/* Files of the profile whose paths end alike. */
struct candidates {
	size_t n;
	const char *first;
	char *list; /* the names of the first ones; NULL: there are none */
};

/* True if a path is the end, or ends in it after a separator. */
static bool
ends_in(const char *path, const char *end)
{
	size_t path_len = strlen(path), len = strlen(end);

	return len > 0 && path_len >= len &&
	       strcmp(path + path_len - len, end) == 0 &&
	       (path_len == len || strchr(path_separators(path),
				       path[path_len - len - 1]) != NULL);
}

static struct candidates
find_candidates(const struct line_costs *lines, const char *end)
{
	enum { MAX_NAMED = 5 };
	struct candidates c = {.n = 0};
	size_t row = 0, rows = cg_profile_len(lines->rows);

	while (row < rows) {
		const char *file = line_costs_at(lines, row).file;
		size_t first;

		line_costs_find(lines, file, &first, &row);
		if (!ends_in(file, end))
			continue;
		if (c.n++ == 0)
			c.first = file;
		if (c.n > MAX_NAMED + 1)
			continue;
		cli_append(&c.list, "%s%s", c.list != NULL ? ", " : "",
		    c.n <= MAX_NAMED ? file : "...");
	}
	return c;
}

static bool
has_file(const struct line_costs *lines, const char *name)
{
	size_t first, end;

	line_costs_find(lines, name, &first, &end);
	return first < end;
}

/* Returns the name in the profile, or the operand if there is no such file. */
static const char *
resolve(struct source_directories *directories, const struct line_costs *lines,
    const char *operand)
{
	const char *end = operand, *name = operand;
	struct candidates c;

	if (has_file(lines, operand))
		return operand;
	while (strncmp(end, "./", 2) == 0)
		end += 2 + strspn(end + 2, "/");
	c = find_candidates(lines, end);
	if (c.n == 1) {
		name = c.first;
		directories->aliases[directories->naliases++] =
		    (struct source_alias){name, operand};
	} else if (c.n > 1) {
		cli_warn("%s: %zu files of the profile end in it: %s", operand,
		    c.n, c.list);
	} else {
		c = find_candidates(lines, path_base_name(operand));
		if (c.n > 0)
			cli_warn("%s: not in the profile, which has %s",
			    operand, c.list);
	}
	free(c.list);
	return name;
}

static void
check_readable(const struct source_directories *directories, const char *name,
    const char *operand)
{
	struct annotated_source source;

	if (!source_open(&source, directories, name)) {
		if (source.unreadable != NULL)
			cli_die("%s: %s", source.unreadable, source.reason);
		cli_die("%s: no profile, and no source here or in a directory "
			"given with -I",
		    operand);
	}
	source_close(&source);
}

void
operands_resolve(struct report_options *options, const struct line_costs *lines)
{
	struct source_names *names = &options->sources;
	struct source_directories *directories = &options->directories;

	directories->aliases =
	    cli_alloc(names->n, sizeof(*directories->aliases));
	for (size_t i = 0; i < names->n; i++) {
		const char *operand = names->list[i];

		names->list[i] = resolve(directories, lines, operand);
		check_readable(directories, names->list[i], operand);
	}
	source_names_sort(names);
}
