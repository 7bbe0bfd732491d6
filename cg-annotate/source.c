/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finding and reading source files.  That a file may not be read is a fact that
 * the report can state, as it can that there is none.  After an error of the
 * disk, or for want of memory, nothing is known of the file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "libcli/cli.h"
#include "source.h"

/* a regular file; NULL: errno says why it cannot be opened, or st what it is */
static FILE *
open_file(const char *path, struct stat *st)
{
	*st = (struct stat){0};
	errno = 0;
	/* a folder has no lines, a pipe or a device perhaps no end */
	if (stat(path, st) < 0 || !S_ISREG(st->st_mode))
		return NULL;
	return fopen(path, "r");
}

/* NULL if there is no such file */
static const char *
reason_of(const struct stat *st, int error)
{
	if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG)
		return NULL;
	if (error != 0)
		return strerror(error);
	return S_ISDIR(st->st_mode) ? strerror(EISDIR) : "not a regular file";
}

/* whether another attempt could end in another way */
static bool
is_failure(int error)
{
	return error != 0 && error != EACCES && error != EPERM &&
	       error != ELOOP;
}

/* true if the search ends here */
static bool
open_in(struct source *s, const char *folder, const char *name)
{
	char *path = cli_format("%s%s", folder, name);
	struct stat st;
	const char *reason;

	s->file = open_file(path, &st);
	reason = s->file == NULL ? reason_of(&st, errno) : NULL;
	s->failed = reason != NULL && is_failure(errno);
	if (s->file != NULL) {
		s->folder = folder;
		s->modified = st.st_mtime;
		s->path = path;
	} else if (reason != NULL && (s->unreadable == NULL || s->failed)) {
		free(s->unreadable);
		s->unreadable = path;
		s->reason = reason;
	} else {
		free(path);
	}
	return s->file != NULL || s->failed;
}

bool
source_open(struct source *s, const struct folders *folders, const char *name)
{
	bool ends;

	*s = (struct source){.file = NULL};
	ends = open_in(s, "", name);
	for (size_t i = 0; !ends && i < folders->n; i++)
		ends = open_in(s, folders->list[i], name);
	return s->file != NULL;
}

int
source_next(struct source *s)
{
	ssize_t len = getline(&s->text, &s->size, s->file);

	/* without memory for the line neither the end nor an error is noted */
	if (ferror(s->file) || (len < 0 && !feof(s->file)))
		return -1;
	if (len < 0)
		return 0;
	s->len = (size_t)len;
	s->line++;
	return 1;
}

void
source_close(struct source *s)
{
	if (s->file != NULL)
		fclose(s->file);
	free(s->path);
	free(s->unreadable);
	free(s->text);
}
