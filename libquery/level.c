/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A directory is the part of a path before its last slash.  A depth keeps its
 * first components: "/usr/lib" of "/usr/lib/a/b.c" at depth 2.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "address_name.h"
#include "level.h"
#include "simple_path.h"
#include "windows_path.h"

bool
rollup_parse(struct rollup *f, const char *option, const char *text)
{
	static const char *const names[] = {
	    [LEVEL_LINE] = "line",
	    [LEVEL_FUNCTION] = "function",
	    [LEVEL_FILE] = "file",
	    [LEVEL_DIR] = "dir",
	    [LEVEL_OBJECT] = "object",
	};
	static const char deep[] = "dir:";

	if (strncmp(text, deep, strlen(deep)) == 0) {
		f->level = LEVEL_DIR;
		f->has_lines = false;
		f->depth = cli_int(option, text + strlen(deep), 1);
		return true;
	}
	for (int i = LEVEL_LINE; i <= LEVEL_OBJECT; i++) {
		if (strcmp(text, names[i]) != 0)
			continue;
		f->level = (enum level)i;
		f->has_lines = f->level == LEVEL_LINE;
		f->depth = 0;
		return true;
	}
	return false;
}

/* --- directories ---------------------------------------------------------- */

/* Returns the length of the directory's first `depth` components. */
static size_t
cut(const char *dir, size_t len, int64_t depth)
{
	char separator = path_is_windows(dir) ? '\\' : '/';
	size_t root = path_root_length(dir);

	for (size_t i = root > 0 ? root : 1; i < len; i++)
		if (dir[i] == separator && --depth == 0)
			return i;
	return len;
}

static const char *
directory_of(struct rollup *f, const char *path)
{
	const char *slash = path_last_separator(path);
	size_t len;

	if (slash == NULL)
		return strcmp(path, cg_unknown_name) == 0 ? path : ".";
	len = (size_t)(slash - path) + 1;
	if (len + 1 > f->size) {
		f->dir = cli_resize(f->dir, len + 1, 1);
		f->size = len + 1;
	}
	len = path_simplify(f->dir, path, len);
	f->dir[f->depth > 0 ? cut(f->dir, len, f->depth) : len] = '\0';
	return f->dir;
}

/* --- rows ----------------------------------------------------------------- */

const char level_all_name[] = "(all)";

static bool
survives(enum level level, enum cg_kind kind)
{
	return kind == CG_COSTS || level == LEVEL_LINE ||
	       (level == LEVEL_FUNCTION &&
		   (kind == CG_CALL || cg_is_folded(kind)));
}

bool
rollup_changes(const struct rollup *f)
{
	return f->level != LEVEL_LINE || f->has_lines;
}

bool
rollup_apply(struct rollup *f, struct cg_record *record)
{
	if (record->kind == CG_ENTRIES || !rollup_changes(f))
		return true;
	record->address = record->target.address = 0;
	if (f->level >= LEVEL_FUNCTION) {
		record->line = record->target.line = 0;
		if (record->kind == CG_CALL)
			record->file = record->def_file;
	}
	if (!survives(f->level, record->kind))
		return false;
	if (f->level < LEVEL_FILE || cg_is_filtered(record->file))
		return true;
	record->function = level_all_name;
	record->host_file = record->host = NULL;
	if (f->level == LEVEL_DIR)
		record->file = directory_of(f, record->file);
	else if (f->level == LEVEL_OBJECT)
		record->file = level_all_name;
	if (f->level != LEVEL_OBJECT)
		record->object = "";
	record->def_file = record->file;
	return true;
}

bool
place_unnamed(struct cg_record *record)
{
	size_t len = strlen(cg_unknown_name);
	struct address_name address;

	if (*record->object == '\0' ||
	    strcmp(record->file, cg_unknown_name) != 0)
		return false;
	if (address_name_parse(&address, record->function)) {
		if (address.nobject > 0)
			record->function += address.nobject + 1;
	} else if (strncmp(record->function, cg_unknown_name, len) != 0 ||
		   (record->function[len] != '\0' &&
		       record->function[len] != '\'')) {
		return false;
	}
	record->file = path_base_name(record->object);
	record->def_file = record->file;
	return true;
}

void
rollup_set_header(const struct rollup *f, struct cg_header *header)
{
	if (rollup_changes(f))
		header->has_addresses = header->has_no_lines = false;
}

void
rollup_release(struct rollup *f)
{
	free(f->dir);
}
