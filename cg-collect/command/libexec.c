/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the directory of the Valgrind tool. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libexec.h"

/*
 * Returns DIR/libexec/cg-tools if that exists and this program is DIR/bin/NAME;
 * to be freed.  NULL if not.
 */
static char *
directory_of_prefix(void)
{
	static const char bin[] = "/bin";
	char *own = cli_own_path(), *directory = NULL;
	size_t len = own != NULL ? (size_t)(strrchr(own, '/') - own) : 0;

	if (len >= strlen(bin) &&
	    strncmp(own + len - strlen(bin), bin, strlen(bin)) == 0)
		directory = cli_format(
		    "%.*s/libexec/cg-tools", (int)(len - strlen(bin)), own);
	free(own);
	if (directory == NULL || access(directory, X_OK) == 0)
		return directory;
	free(directory);
	return NULL;
}

char *
libexec_directory(void)
{
	const char *chosen = getenv("CG_COLLECT_LIB");
	char *directory;

	if (chosen == NULL || *chosen == '\0') {
		directory = directory_of_prefix();
		return directory != NULL ? directory
					 : cli_format("%s", CG_LIBEXECDIR);
	}
	/* absolute, because a traced program may change its directory */
	directory = realpath(chosen, NULL);
	if (directory == NULL)
		cli_die("CG_COLLECT_LIB: %s: %s", chosen, strerror(errno));
	return directory;
}
