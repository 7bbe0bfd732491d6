/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One directory has many names, such as "./elf/./elf" and "./elf/../sysdeps" in
 * Debian's C library.
 */
#include <stdbool.h>
#include <string.h>

#include "simple_path.h"

/* True if the n bytes from p are the name. */
static bool
is(const char *p, size_t n, const char *name)
{
	return n == strlen(name) && memcmp(p, name, n) == 0;
}

/* Appends a component to the path of len bytes; returns the new length. */
static size_t
append_component(char *path, size_t len, const char *p, size_t n)
{
	size_t last = len;
	bool empty;

	/* a leading slash is part of no component */
	while (last > 0 && path[last - 1] != '/')
		last--;
	empty = last == len;
	if (is(p, n, "."))
		return len;
	if (is(p, n, "..") && !empty && !is(path + last, len - last, ".."))
		return last > 1 ? last - 1 : last;
	if (is(p, n, "..") && empty && len > 0)
		return len; /* the parent of the root is the root */
	if (!empty)
		path[len++] = '/';
	memmove(path + len, p, n);
	return len + n;
}

size_t
path_simplify(char *simple, const char *path, size_t path_len)
{
	const char *p = path, *end = path + path_len;
	size_t len = 0;

	if (*p == '/')
		simple[len++] = '/';
	while (p < end) {
		const char *slash = memchr(p, '/', (size_t)(end - p));
		size_t n = (size_t)((slash != NULL ? slash : end) - p);

		if (n > 0)
			len = append_component(simple, len, p, n);
		p += n + (slash != NULL);
	}
	if (len == 0)
		simple[len++] = '.';
	return len;
}
