/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One directory has many names, such as "./elf/./elf" and "./elf/../sysdeps" in
 * Debian's C library.
 */
#include <stdbool.h>
#include <string.h>

#include "simple_path.h"
#include "windows_path.h"

/* True if the n bytes from p are the name. */
static bool
is(const char *p, size_t n, const char *name)
{
	return n == strlen(name) && memcmp(p, name, n) == 0;
}

/* a path that is being copied */
struct copied_path {
	char *path;
	size_t len;
	size_t root; /* the length of its root, which is part of no component */
	char separator;
};

/* Appends a component to the path; returns the new length. */
static size_t
append_component(const struct copied_path *to, const char *p, size_t n)
{
	char *path = to->path;
	size_t len = to->len, last = len;
	bool empty;

	while (last > to->root && path[last - 1] != to->separator)
		last--;
	empty = last == len;
	if (is(p, n, "."))
		return len;
	if (is(p, n, "..") && !empty && !is(path + last, len - last, ".."))
		return last > to->root ? last - 1 : last;
	if (is(p, n, "..") && empty && len > 0)
		return len; /* the parent of the root is the root */
	if (!empty)
		path[len++] = to->separator;
	memmove(path + len, p, n);
	return len + n;
}

size_t
path_simplify(char *simple, const char *path, size_t path_len)
{
	const char *p = path, *end = path + path_len;
	struct copied_path to = {.path = simple, .separator = '/'};

	to.root = path_root_length(path);
	if (to.root > path_len)
		to.root = path_len;
	to.len = to.root;
	memmove(simple, path, to.root);
	if (path_is_windows(path)) {
		to.separator = '\\';
		simple[to.root - 1] = to.separator;
	}
	for (p += to.root; p < end; p++) {
		size_t n = strcspn(p, path_separators(path));

		if (n > (size_t)(end - p))
			n = (size_t)(end - p);
		if (n > 0)
			to.len = append_component(&to, p, n);
		p += n;
	}
	if (to.len == 0)
		simple[to.len++] = '.';
	return to.len;
}
