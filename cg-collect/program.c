/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds a program as execvp would, but beforehand: what Valgrind says of a
 * program that it cannot run comes late, and its exit status may be the
 * program's own.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect.h"

/* 0 where path is a program, else -1 with errno set */
static int
check(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -1;
	if (S_ISREG(st.st_mode))
		return access(path, X_OK);
	errno = S_ISDIR(st.st_mode) ? EISDIR : EACCES;
	return -1;
}

static char *
search(const char *name, const char *folders)
{
	int reason = ENOENT;

	for (;;) {
		int len = (int)strcspn(folders, ":");
		char *path = cli_format(
		    "%.*s%s%s", len, folders, len > 0 ? "/" : "", name);

		if (check(path) == 0)
			return path;
		free(path);
		/* something that cannot be run hides nothing behind it, but is
		 * worth telling */
		if (errno == EACCES)
			reason = EACCES;
		if (folders[len] == '\0')
			break;
		folders += len + 1;
	}
	errno = reason;
	return NULL;
}

char *
program_find(const char *name)
{
	const char *folders = getenv("PATH");

	if (*name == '\0') {
		errno = ENOENT;
		return NULL;
	}
	if (strchr(name, '/') == NULL)
		return search(
		    name, folders != NULL ? folders : "/bin:/usr/bin");
	return check(name) == 0 ? cli_format("%s", name) : NULL;
}
