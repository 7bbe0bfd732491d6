/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds and reads source files.  If a file is missing or cannot be read, the
 * report can say so.  It must know that before it prints the first line, so a
 * source is read as a whole.  If memory or descriptors run out, nothing is known
 * about the file, and the search ends.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libquery/windows_path.h"
#include "fetched_sources.h"
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

/* --- files ---------------------------------------------------------------- */

/* True for errors that say nothing about the file. */
static bool
is_failure(int error)
{
	return error == ENOMEM || error == EMFILE || error == ENFILE;
}

/* Reads an open file, but never more than the size that it had.  Returns false
 * if that fails. */
static bool
read_all(struct annotated_source *s, struct source_file *file)
{
	size_t size = (size_t)file->st.st_size;
	ssize_t got = 1;

	s->content = cli_resize(NULL, size + 1, 1);
	s->size = 0;
	while (got != 0 && s->size < size) {
		got = read(file->fd, s->content + s->size, size - s->size);
		if (got < 0 && errno != EINTR)
			break;
		s->size += got > 0 ? (size_t)got : 0;
	}
	if (got < 0) {
		file->error = errno;
		file->reason = strerror(errno);
		free(s->content);
		s->content = NULL;
	}
	close(file->fd);
	return s->content != NULL;
}

/* Tries one directory; returns true if the search ends there. */
static bool
open_in(struct annotated_source *s,
    const struct source_directories *directories, const char *directory,
    const char *name)
{
	char *path = cli_format("%s%s", directory, name);
	struct source_file file;

	s->is_open = source_file_open(&file, path, &directories->roots) &&
		     read_all(s, &file);
	s->failed = !s->is_open && is_failure(file.error);
	if (s->is_open) {
		s->directory = directory;
		s->modified = file.st.st_mtime;
		s->path = path;
	} else if (file.reason != NULL &&
		   (s->unreadable == NULL || s->failed)) {
		free(s->unreadable);
		s->unreadable = path;
		s->reason = file.reason;
	} else {
		free(path);
	}
	return s->is_open || s->failed;
}

/* Tries all directories; returns true if the search ends there. */
static bool
open_in_any(struct annotated_source *s,
    const struct source_directories *directories, const char *name)
{
	for (size_t i = 0; i < directories->n; i++)
		if (open_in(s, directories, directories->list[i], name))
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

/* Looks for an absolute name as it is, then in the directories, then for its ends in the directories; for
 * a relative one in the directories, and then as it is: the current directory may have another version. */
static bool
open_name(struct annotated_source *s,
    const struct source_directories *directories, const char *name)
{
	enum { LONGEST_END = 4096 };
	size_t len = strlen(name);
	bool is_found = false;
	char *slashes;

	if (path_root_length(name) == 0)
		return open_in_any(s, directories, name) ||
		       open_in(s, directories, "", name);
	if (open_in(s, directories, "", name) ||
	    open_in_any(s, directories, name))
		return true;
	slashes = cli_copy(name, len);
	if (path_is_windows(name))
		path_turn_slashes(slashes);
	for (const char *end = slashes;
	     !is_found && (end = strchr(end, '/')) != NULL;) {
		end += strspn(end, "/");
		is_found = *end != '\0' && !leads_out(end) &&
			   len - (size_t)(end - slashes) <= LONGEST_END &&
			   open_in_any(s, directories, end);
	}
	free(slashes);
	return is_found;
}

/* Takes a file as the user named it, before all others. */
static bool
open_alias(struct annotated_source *s,
    const struct source_directories *directories, const char *path)
{
	return open_in(s, directories, "", path) ||
	       open_name(s, directories, path);
}

/* Servers know the name in the profile.  If that is relative, it may have been
 * stripped, and the options name the directory. */
static void
open_fetched(struct annotated_source *s,
    const struct source_directories *directories, const char *name,
    const char *renamed)
{
	static const struct source_directories anywhere;
	const char *path;

	if (*name != '/' && renamed != NULL)
		name = renamed;
	path = fetched_sources_find(directories->fetched, name);
	s->is_fetched =
	    path != NULL && open_in(s, &anywhere, "", path) && s->is_open;
}

bool
source_open(struct annotated_source *s,
    const struct source_directories *directories, const char *name)
{
	char *renamed = renames_path(&directories->renames, name);
	bool ends = false;

	*s = (struct annotated_source){.is_open = false};
	for (size_t i = 0; !ends && i < directories->naliases; i++)
		if (strcmp(directories->aliases[i].name, name) == 0)
			ends = open_alias(
			    s, directories, directories->aliases[i].path);
	if (!ends && renamed != NULL)
		ends = open_name(s, directories, renamed);
	if (!ends)
		ends = open_name(s, directories, name);
	if (!ends && directories->fetched != NULL)
		open_fetched(s, directories, name, renamed);
	free(renamed);
	return s->is_open;
}

bool
source_next(struct annotated_source *s)
{
	const char *newline;

	if (s->next == s->size)
		return false;
	s->text = s->content + s->next;
	newline = memchr(s->text, '\n', s->size - s->next);
	s->len = newline != NULL ? (size_t)(newline + 1 - s->text)
				 : s->size - s->next;
	s->next += s->len;
	s->line++;
	return true;
}

void
source_close(struct annotated_source *s)
{
	free(s->path);
	free(s->unreadable);
	free(s->content);
}
