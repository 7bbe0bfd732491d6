/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds and reads source files.  If a file is missing or may not be read, the
 * report can say so.  After an error of the disk, or if memory runs out,
 * nothing is known about the file, and the search ends.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "libcli/cli.h"
#include "source.h"

/* --- names ---------------------------------------------------------------- */

static int
compare(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

void
source_names_sort(struct source_names *names)
{
	const char **list = names->list;
	size_t n = 0;

	if (names->n > 1) /* qsort takes no NULL */
		qsort(list, names->n, sizeof(*list), compare);
	for (size_t i = 0; i < names->n; i++)
		if (n == 0 || strcmp(list[n - 1], list[i]) != 0)
			list[n++] = list[i];
	names->n = n;
}

bool
source_names_have(const struct source_names *names, const char *name)
{
	return names->n > 0 && bsearch(&name, names->list, names->n,
				   sizeof(*names->list), compare) != NULL;
}

const char *
source_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* --- files ---------------------------------------------------------------- */

/* Opens a regular file.  If it returns NULL, errno says why the file cannot be
 * opened; errno is 0 if it is no regular file, and st has its type. */
static FILE *
open_file(const char *path, struct stat *st)
{
	*st = (struct stat){0};
	errno = 0;
	/* a directory has no lines; a pipe or a device may have no end */
	if (stat(path, st) < 0 || !S_ISREG(st->st_mode))
		return NULL;
	return fopen(path, "r");
}

/* Returns why a file cannot be opened, or NULL if there is no such file. */
static const char *
reason_of(const struct stat *st, int error)
{
	if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG)
		return NULL;
	if (error != 0)
		return strerror(error);
	return S_ISDIR(st->st_mode) ? strerror(EISDIR) : "not a regular file";
}

/* True for errors that say nothing about the file. */
static bool
is_failure(int error)
{
	return error != 0 && error != EACCES && error != EPERM &&
	       error != ELOOP;
}

/* Tries one directory; returns true if the search ends there. */
static bool
open_in(struct annotated_source *s, const char *directory, const char *name)
{
	char *path = cli_format("%s%s", directory, name);
	struct stat st;
	const char *reason;

	s->file = open_file(path, &st);
	reason = s->file == NULL ? reason_of(&st, errno) : NULL;
	s->failed = reason != NULL && is_failure(errno);
	if (s->file != NULL) {
		s->directory = directory;
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

/* Tries all directories; returns true if the search ends there. */
static bool
open_in_any(struct annotated_source *s,
    const struct source_directories *directories, const char *name)
{
	for (size_t i = 0; i < directories->n; i++)
		if (open_in(s, directories->list[i], name))
			return true;
	return false;
}

/* True if a path begins with "..". */
static bool
leads_out(const char *path)
{
	return strncmp(path, "..", 2) == 0 &&
	       (path[2] == '/' || path[2] == '\0');
}

/* Looks for a name as it is, then in the directories, then for its ends in the
 * directories. */
static bool
open_name(struct annotated_source *s,
    const struct source_directories *directories, const char *name)
{
	enum { LONGEST_END = 4096 };
	size_t len = strlen(name);

	if (open_in(s, "", name) || open_in_any(s, directories, name))
		return true;
	if (*name != '/')
		return false;
	for (const char *end = name; (end = strchr(end, '/')) != NULL;) {
		end += strspn(end, "/");
		if (*end != '\0' && !leads_out(end) &&
		    len - (size_t)(end - name) <= LONGEST_END &&
		    open_in_any(s, directories, end))
			return true;
	}
	return false;
}

bool
source_open(struct annotated_source *s,
    const struct source_directories *directories, const char *name)
{
	char *renamed = renames_path(&directories->renames, name);
	bool ends = false;

	*s = (struct annotated_source){.file = NULL};
	for (size_t i = 0; !ends && i < directories->naliases; i++)
		if (strcmp(directories->aliases[i].name, name) == 0)
			ends = open_name(
			    s, directories, directories->aliases[i].path);
	if (!ends && renamed != NULL)
		ends = open_name(s, directories, renamed);
	if (!ends)
		open_name(s, directories, name);
	free(renamed);
	return s->file != NULL;
}

int
source_next(struct annotated_source *s)
{
	ssize_t len = getline(&s->text, &s->size, s->file);

	/* if memory for the line runs out, neither flag is set */
	if (ferror(s->file) || (len < 0 && !feof(s->file)))
		return -1;
	if (len < 0)
		return 0;
	s->len = (size_t)len;
	s->line++;
	return 1;
}

void
source_close(struct annotated_source *s)
{
	if (s->file != NULL)
		fclose(s->file);
	free(s->path);
	free(s->unreadable);
	free(s->text);
}
