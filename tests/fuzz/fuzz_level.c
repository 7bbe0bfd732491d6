/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a level from the first line, and rolls up a row whose file and object
 * are the next two lines.  A directory has no needless component, at most as many
 * as were asked for, and is the directory of a file in it.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/level.h"
#include "target.h"

/* True if the n bytes at p are "." or "..". */
static bool
is_dots(const char *p, size_t n)
{
	return n > 0 && n <= 2 && memcmp(p, "..", n) == 0;
}

/* Returns the number of components; checks that all are needed. */
static int64_t
count_components(const char *dir)
{
	const char *p = dir + (*dir == '/');
	bool climbs = *dir != '/'; /* ".." can be needed */
	int64_t n = 0;

	if (strcmp(dir, ".") == 0 || *p == '\0')
		return 0;
	for (;; p++) {
		size_t len = strcspn(p, "/");

		demand(len > 0, "no component is empty");
		demand(climbs || !is_dots(p, len),
		    "no component is a dot or goes back");
		demand(len != 1 || *p != '.', "no component is a dot");
		climbs = climbs && is_dots(p, len);
		n++;
		p += len;
		if (*p == '\0')
			return n;
	}
}

static void
check_directory(struct rollup *rollup, const char *path, const char *dir)
{
	struct cg_record row = {.function = "f", .object = ""};
	char *copy, *inside;

	demand(strlen(dir) <= strlen(path) || strcmp(dir, ".") == 0 ||
		   strcmp(dir, "???") == 0,
	    "a directory is not longer than its file");
	if (strcmp(dir, "???") == 0 || cg_is_filtered(path))
		return;
	demand(rollup->depth == 0 || count_components(dir) <= rollup->depth,
	    "there are at most as many components as were asked for");
	copy = malloc(strlen(dir) + 1);
	inside = malloc(strlen(dir) + sizeof("/x"));
	demand(copy != NULL && inside != NULL, "there is memory");
	strcpy(copy, dir);
	strcat(strcpy(inside, dir), "/x");
	row.file = row.def_file = inside;
	rollup_apply(rollup, &row);
	demand(strcmp(row.file, copy) == 0,
	    "the directory of a file in a directory is that directory");
	free(copy);
	free(inside);
}

static void
run(const uint8_t *data, size_t size)
{
	char *text = text_copy(data, size), *rest = text;
	const char *level = text_take_line(&rest);
	const char *file = text_take_line(&rest);
	const char *object = text_take_line(&rest);
	struct rollup rollup = {.level = LEVEL_LINE};
	struct cg_record row = {.kind = size % 4 == 3 ? CG_CALL : CG_COSTS,
	    .function = "f",
	    .line = 3,
	    .address = 4};

	if (object != NULL && rollup_parse(&rollup, "--level", level)) {
		row.file = row.def_file = file;
		row.object = object;
		if (rollup_apply(&rollup, &row)) {
			demand(rollup.level == LEVEL_LINE || row.line == 0,
			    "a rolled-up row has no line");
			demand(row.file != NULL && row.def_file != NULL &&
				   row.object != NULL && row.function != NULL,
			    "a row has names");
			if (rollup.level == LEVEL_DIR)
				check_directory(&rollup, file, row.file);
		}
	}
	rollup_release(&rollup);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	attempt(run, data, size);
	return 0;
}
