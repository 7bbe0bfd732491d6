/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds both versions of a file, and has them compared once. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "sources.h"

static char *
absolute(const char *dir)
{
	char *path = realpath(dir, NULL);

	if (path == NULL)
		cli_die("%s: %s", dir, strerror(errno));
	return path;
}

void
sources_resolve(struct sources *sources, struct renames *renames)
{
	char *old = absolute(sources->old_dir);
	char *new = absolute(sources->new_dir);
	/* the longer path first: it may lie below the shorter */
	bool old_first = strlen(old) > strlen(new);

	renames_strip(renames, old_first ? old : new);
	renames_strip(renames, old_first ? new : old);
	free(old);
	free(new);
}

/* DIR/FILE in new memory; NULL where there is no such regular file */
static char *
find_file(const char *dir, const char *file)
{
	char *path = cli_format("%s/%s", dir, file);
	struct stat st;

	if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
		return path;
	free(path);
	return NULL;
}

static void
compare(struct sources *sources, const char *file)
{
	char *old = find_file(sources->old_dir, file);
	char *new = find_file(sources->new_dir, file);

	hunks_release(&sources->hunks);
	sources->file = file;
	if (old != NULL && new != NULL) {
		sources->found_any = true;
		hunks_read(&sources->hunks, old, new);
	}
	free(old);
	free(new);
}

int64_t
sources_line(struct sources *sources, const char *file, int64_t line)
{
	if (line <= 0)
		return line;
	if (sources->file == NULL || strcmp(sources->file, file) != 0)
		compare(sources, file);
	return hunks_line(&sources->hunks, line);
}

void
sources_warn(const struct sources *sources)
{
	if (sources->file != NULL && !sources->found_any)
		cli_warn("no file of %s that is also in %s is in the old "
			 "profile: lines are compared by their numbers",
		    sources->old_dir, sources->new_dir);
}

void
sources_release(struct sources *sources)
{
	hunks_release(&sources->hunks);
}
