/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "windows_path.h"

static bool
has_drive(const char *path)
{
	char letter = (char)(*path | ('a' ^ 'A'));

	return letter >= 'a' && letter <= 'z' && path[1] == ':' &&
	       (path[2] == '\\' || path[2] == '/');
}

bool
path_is_windows(const char *path)
{
	return has_drive(path) || strncmp(path, "\\\\", 2) == 0;
}

size_t
path_root_length(const char *path)
{
	if (has_drive(path))
		return strlen("C:\\");
	return path_is_windows(path) ? strlen("\\\\") : *path == '/';
}

const char *
path_separators(const char *path)
{
	return path_is_windows(path) ? "/\\" : "/";
}

const char *
path_last_separator(const char *path)
{
	const char *slash = strrchr(path, '/'), *other = NULL;

	if (path_is_windows(path))
		other = strrchr(path, '\\');
	return other != NULL && (slash == NULL || other > slash) ? other
								 : slash;
}

const char *
path_base_name(const char *path)
{
	const char *separator = path_last_separator(path);

	return separator != NULL ? separator + 1 : path;
}

void
path_turn_slashes(char *path)
{
	while ((path = strchr(path, '\\')) != NULL)
		*path = '/';
}
