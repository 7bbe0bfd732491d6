/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Folding of rows.  A folder is the part of a path before its last slash, of
 * which a depth keeps the first components: "/usr/lib" of "/usr/lib/a/b.c" at
 * depth 2.  Components "." count for none: a path may start with "./", as
 * those of many build systems do.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "level.h"

bool
folding_parse(struct folding *f, const char *option, const char *text)
{
	static const char *const names[] = {
	    [LEVEL_LINE] = "line",
	    [LEVEL_FUNCTION] = "function",
	    [LEVEL_FILE] = "file",
	    [LEVEL_DIR] = "dir",
	};
	static const char deep[] = "dir:";

	if (strncmp(text, deep, strlen(deep)) == 0) {
		f->level = LEVEL_DIR;
		f->depth = cli_int(option, text + strlen(deep), 1);
		return true;
	}
	for (int i = LEVEL_LINE; i <= LEVEL_DIR; i++) {
		if (strcmp(text, names[i]) != 0)
			continue;
		f->level = (enum level)i;
		f->depth = 0;
		return true;
	}
	return false;
}

/* --- folders -------------------------------------------------------------- */

/* how much of the path's first len bytes its first `depth` components take */
static size_t
cut(const char *path, size_t len, int64_t depth)
{
	size_t end = 0, p = 0;

	while (p < len) {
		size_t n = 0;

		p += path[p] == '/';
		while (p + n < len && path[p + n] != '/')
			n++;
		if (n > 0 && !(n == 1 && path[p] == '.') && depth-- == 0)
			break;
		p += n;
		if (n > 0)
			end = p;
	}
	return end > 0 ? end : len;
}

static void
keep_dir(struct folding *f, const char *path, size_t len)
{
	if (len + 1 > f->size) {
		f->dir = cli_resize(f->dir, len + 1, 1);
		f->size = len + 1;
	}
	memcpy(f->dir, path, len);
	f->dir[len] = '\0';
}

static const char *
folder_of(struct folding *f, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t len;

	if (slash == NULL)
		return strcmp(path, "???") == 0 ? path : ".";
	len = slash == path ? 1 : (size_t)(slash - path);
	keep_dir(f, path, f->depth > 0 ? cut(path, len, f->depth) : len);
	return f->dir;
}

/* --- rows ----------------------------------------------------------------- */

void
folding_apply(struct folding *f, struct cg_record *record)
{
	if (f->level >= LEVEL_FUNCTION)
		record->line = 0;
	if (strcmp(record->file, cg_filtered) == 0)
		return;
	if (f->level >= LEVEL_FILE)
		record->function = "(all)";
	if (f->level >= LEVEL_DIR)
		record->file = folder_of(f, record->file);
}

void
folding_release(struct folding *f)
{
	free(f->dir);
}
