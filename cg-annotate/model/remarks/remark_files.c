/* SPDX-License-Identifier: BSD-2-Clause */
/* A directory is searched with those in it, but not those that links lead to. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "libcli/cli.h"
#include "record_readers.h"

struct paths {
	char **list;
	size_t n;
};

static bool
ends(const char *name, const char *with)
{
	size_t len = strlen(name), end = strlen(with);

	return len > end && strcmp(name + len - end, with) == 0;
}

/* True if a compiler names its record so; link-time optimization adds more words. */
static bool
is_record(const char *name)
{
	return ends(name, ".opt-record.json.gz") ||
	       ends(name, ".opt-record.json") ||
	       (strstr(name, ".opt.") != NULL && ends(name, ".yaml"));
}

static void
list_records(struct paths *paths, const char *directory)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;

	if (dir == NULL)
		cli_die("%s: %s", directory, strerror(errno));
	while (errno = 0, (entry = readdir(dir)) != NULL) {
		char *path = cli_format("%s/%s", directory, entry->d_name);
		struct stat st;
		bool is_known = lstat(path, &st) == 0;

		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0 && is_known &&
		    S_ISDIR(st.st_mode))
			list_records(paths, path);
		if (!is_known || S_ISDIR(st.st_mode) ||
		    !is_record(entry->d_name)) {
			free(path);
			continue;
		}
		paths->list =
		    cli_grow(paths->list, paths->n, sizeof(*paths->list));
		paths->list[paths->n++] = path;
	}
	if (errno != 0)
		cli_die("%s: %s", directory, strerror(errno));
	closedir(dir);
}

/* gcc's begin with an array; clang writes nothing if it has nothing to say.  False if the file is empty. */
static bool
read_record(struct remarks *remarks, const char *path)
{
	struct record_text text;
	const char *p;
	bool is_empty;

	record_text_read(&text, path);
	for (p = text.at; p < text.end && strchr(" \t\r\n", *p) != NULL; p++)
		;
	is_empty = p == text.end;
	if (is_empty)
		record_text_release(&text);
	else if (*p == '[')
		gcc_record_read(remarks, &text);
	else if (*p == '-')
		clang_record_read(remarks, &text);
	else
		record_text_die(&text,
		    "the record of a compiler, as -fsave-optimization-record "
		    "writes it");
	return !is_empty;
}

static _Noreturn void
die_of_nothing(const char *operand)
{
	cli_die("%s: expected records of compilers, as "
		"-fsave-optimization-record writes them, found none",
	    operand);
}

static int
compare(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

void
remarks_add(struct remarks *remarks, const char *operand)
{
	struct paths paths = {0};
	struct stat st;

	if (stat(operand, &st) < 0)
		cli_die_of_input(
		    errno == ENOENT, "%s: %s", operand, strerror(errno));
	if (!S_ISDIR(st.st_mode)) {
		if (!read_record(remarks, operand))
			die_of_nothing(operand);
		return;
	}
	list_records(&paths, operand);
	if (paths.n == 0)
		die_of_nothing(operand);
	qsort(paths.list, paths.n, sizeof(*paths.list), compare);
	for (size_t i = 0; i < paths.n; i++) {
		read_record(remarks, paths.list[i]);
		free(paths.list[i]);
	}
	free(paths.list);
}
