/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A directory is the part of a path before its last slash.  A depth keeps its
 * first components: "/usr/lib" of "/usr/lib/a/b.c" at depth 2.  One directory
 * has many names, such as "./elf/./elf" and "./elf/../sysdeps" in Debian's C
 * library, so "." and "x/.." are removed.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "level.h"

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
		f->depth = cli_int(option, text + strlen(deep), 1);
		return true;
	}
	for (int i = LEVEL_LINE; i <= LEVEL_OBJECT; i++) {
		if (strcmp(text, names[i]) != 0)
			continue;
		f->level = (enum level)i;
		f->depth = 0;
		return true;
	}
	return false;
}

/* --- directories ---------------------------------------------------------- */

/* True if the n bytes from p are the name. */
static bool
is(const char *p, size_t n, const char *name)
{
	return n == strlen(name) && memcmp(p, name, n) == 0;
}

/* Appends a component to the directory of len bytes; returns the new length. */
static size_t
append_component(char *dir, size_t len, const char *p, size_t n)
{
	size_t last = len;
	bool empty;

	/* a leading slash is part of no component */
	while (last > 0 && dir[last - 1] != '/')
		last--;
	empty = last == len;
	if (is(p, n, "."))
		return len;
	if (is(p, n, "..") && !empty && !is(dir + last, len - last, ".."))
		return last > 1 ? last - 1 : last;
	if (is(p, n, "..") && empty && len > 0)
		return len; /* the parent of the root is the root */
	if (!empty)
		dir[len++] = '/';
	memmove(dir + len, p, n);
	return len + n;
}

/*
 * Copies the directory to `dir` without "." and, if a component is before it,
 * without "..".  Returns the length.
 */
static size_t
simplify(char *dir, const char *path, size_t path_len)
{
	const char *p = path, *end = path + path_len;
	size_t len = 0;

	if (*p == '/')
		dir[len++] = '/';
	while (p < end) {
		const char *slash = memchr(p, '/', (size_t)(end - p));
		size_t n = (size_t)((slash != NULL ? slash : end) - p);

		if (n > 0)
			len = append_component(dir, len, p, n);
		p += n + (slash != NULL);
	}
	if (len == 0)
		dir[len++] = '.';
	return len;
}

/* Returns the length of the directory's first `depth` components. */
static size_t
cut(const char *dir, size_t len, int64_t depth)
{
	for (size_t i = 1; i < len; i++)
		if (dir[i] == '/' && --depth == 0)
			return i;
	return len;
}

static const char *
directory_of(struct rollup *f, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t len;

	if (slash == NULL)
		return strcmp(path, cg_unknown_name) == 0 ? path : ".";
	len = (size_t)(slash - path) + 1;
	if (len + 1 > f->size) {
		f->dir = cli_resize(f->dir, len + 1, 1);
		f->size = len + 1;
	}
	len = simplify(f->dir, path, len);
	f->dir[f->depth > 0 ? cut(f->dir, len, f->depth) : len] = '\0';
	return f->dir;
}

/* --- rows ----------------------------------------------------------------- */

static const char all[] = "(all)";

static bool
survives(enum level level, enum cg_kind kind)
{
	return kind == CG_COSTS || level == LEVEL_LINE ||
	       (level == LEVEL_FUNCTION && kind == CG_CALL);
}

bool
rollup_apply(struct rollup *f, struct cg_record *record)
{
	if (f->level >= LEVEL_FUNCTION) {
		record->line = record->target.line = 0;
		record->address = record->target.address = 0;
		if (record->kind == CG_CALL)
			record->file = record->def_file;
	}
	if (!survives(f->level, record->kind))
		return false;
	if (f->level < LEVEL_FILE || cg_is_filtered(record->file))
		return true;
	record->function = all;
	if (f->level == LEVEL_DIR)
		record->file = directory_of(f, record->file);
	else if (f->level == LEVEL_OBJECT)
		record->file = all;
	if (f->level != LEVEL_OBJECT)
		record->object = "";
	record->def_file = record->file;
	return true;
}

void
rollup_set_header(const struct rollup *f, struct cg_header *header)
{
	if (f->level >= LEVEL_FUNCTION)
		header->has_addresses = header->has_no_lines = false;
}

void
rollup_release(struct rollup *f)
{
	free(f->dir);
}
