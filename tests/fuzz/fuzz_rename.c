/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Renames paths.  A line that begins with "-", "=" or "s" is an option:
 * --strip-prefix, --map-prefix or --mod-filename; all others are paths.  A path
 * has the same new name whenever it comes, and a stripped one is its end.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/patterns/rename.h"
#include "target.h"

enum { MOST_RENAMES = 6, MOST_PATHS = 8 };

/* Takes the option of the line; false if it is none. */
static bool
take_option(struct renames *renames, char *line)
{
	int option = *line == '-'   ? RENAME_STRIP
		     : *line == '=' ? RENAME_MAP
		     : *line == 's' ? RENAME_FILE
				    : 0;

	if (option == 0 || renames->n == MOST_RENAMES)
		return false;
	optarg = option == RENAME_FILE ? line : line + 1;
	renames_option(renames, option);
	return true;
}

static void
check_path(struct renames *renames, const char *path, bool only_strips)
{
	struct cg_record row = {.kind = CG_CALL,
	    .object = "",
	    .file = path,
	    .def_file = path,
	    .function = "f",
	    .target = {.object = path, .file = path, .function = path}};
	char *renamed = renames_path(renames, path);
	const char *expected = renamed != NULL ? renamed : path;
	size_t len = strlen(expected), path_len = strlen(path);

	renames_apply(renames, &row);
	demand(cg_is_filtered(path) || strcmp(row.file, expected) == 0,
	    "a path has one new name");
	demand(cg_is_filtered(path) || row.def_file == row.file,
	    "one file has one name");
	demand(cg_is_filtered(path) || strcmp(row.target.file, expected) == 0,
	    "a path has one new name in calls");
	demand(*row.object == '\0', "an unknown object stays unknown");
	if (only_strips && renamed != NULL)
		demand(len < path_len && *expected != '/' &&
			   strcmp(path + path_len - len, expected) == 0 &&
			   path[path_len - len - 1] == '/',
		    "a stripped path is below a directory");
	free(renamed);
}

static void
run(const uint8_t *data, size_t size)
{
	char *text = text_copy(data, size), *rest = text, *line;
	struct renames renames = {.n = 0};
	const char *paths[MOST_PATHS];
	size_t npaths = 0;
	bool only_strips = true;

	while ((line = text_take_line(&rest)) != NULL) {
		if (take_option(&renames, line))
			only_strips = only_strips && *line == '-';
		else if (npaths < MOST_PATHS)
			paths[npaths++] = line;
	}
	/* twice, because the last names are remembered */
	for (size_t i = 0; i < 2 * npaths; i++)
		check_path(&renames, paths[i % npaths], only_strips);
	renames_release(&renames);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	attempt(run, data, size);
	return 0;
}
