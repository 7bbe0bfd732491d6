/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds programs: this one, those beside it, and others as execvp would. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

int
cli_program_check(const char *path, const struct stat * not )
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -1;
	if (not != NULL && st.st_dev == not ->st_dev &&
	    st.st_ino == not ->st_ino) {
		errno = ENOENT;
		return -1;
	}
	if (S_ISREG(st.st_mode))
		return access(path, X_OK);
	errno = S_ISDIR(st.st_mode) ? EISDIR : EACCES;
	return -1;
}

static char *
search(const char *name, const char *directories, const struct stat * not )
{
	int reason = ENOENT;

	for (;;) {
		int len = (int)strcspn(directories, ":");
		char *path = len > 0
				 ? cli_format("%.*s/%s", len, directories, name)
				 : cli_format("./%s", name);

		if (cli_program_check(path, not ) == 0)
			return path;
		free(path);
		/* the search continues after a file that cannot be run, but
		 * that file is the better reason to report */
		if (errno == EACCES)
			reason = EACCES;
		if (directories[len] == '\0')
			break;
		directories += len + 1;
	}
	errno = reason;
	return NULL;
}

char *
cli_program_search(const char *name, const struct stat * not )
{
	const char *directories = getenv("PATH");

	return search(
	    name, directories != NULL ? directories : "/bin:/usr/bin", not );
}

char *
cli_own_path(void)
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path));

	if (len < 0 || len == sizeof(path))
		return NULL;
	return cli_copy(path, (size_t)len);
}

char *
cli_program_beside(const char *name)
{
	char *own = cli_own_path(), *path = NULL;

	if (own != NULL)
		path = cli_format(
		    "%.*s/%s", (int)(strrchr(own, '/') - own), own, name);
	free(own);
	if (path != NULL && cli_program_check(path, NULL) == 0)
		return path;
	free(path);
	return cli_program_search(name, NULL);
}
