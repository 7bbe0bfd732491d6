/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes a few lines before and after, as far as they belong to the statement. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "statement.h"

enum {
	MOST_BYTES = 32 << 20,
	MOST_BEFORE = 4, /* lines */
	MOST_AFTER = 6,
};

/* --- the source ----------------------------------------------------------- */

static void
read_text(struct source *source, int fd)
{
	struct stat status;
	size_t size;

	if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode) ||
	    status.st_size > MOST_BYTES)
		return;
	size = (size_t)status.st_size;
	source->text = cli_alloc(size + 1, 1);
	while (source->size < size) {
		ssize_t n =
		    read(fd, source->text + source->size, size - source->size);

		if (n <= 0)
			break;
		source->size += (size_t)n;
	}
}

static void
open_source(struct source *source, const char *path)
{
	/* without waiting for the other end of a pipe */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	statement_release(source);
	source->path = cli_copy(path, strlen(path));
	if (fd < 0)
		return;
	read_text(source, fd);
	close(fd);
}

void
statement_release(struct source *source)
{
	free(source->path);
	free(source->text);
	*source = (struct source){0};
}

/* --- lines ---------------------------------------------------------------- */

/* Returns where the line before the one at `line` begins. */
static const char *
previous_line(const struct source *source, const char *line)
{
	const char *start = line - 1;

	while (start > source->text && start[-1] != '\n')
		start--;
	return start;
}

static const char *
find_line(const struct source *source, int64_t line)
{
	const char *start = source->text, *end = source->text + source->size;

	for (int64_t i = 1; i < line; i++) {
		start = memchr(start, '\n', (size_t)(end - start));
		if (start == NULL)
			return NULL;
		start++;
	}
	return start < end ? start : NULL;
}

/* True if a statement can end at the end of the line. */
static bool
ends_statement(const char *line, const char *end)
{
	while (end > line && strchr(" \t\r\n", end[-1]) != NULL)
		end--;
	return end == line || strchr(";{}:", end[-1]) != NULL || *line == '#';
}

static const char *
find_start(const struct source *source, const char *line)
{
	const char *start = line;

	for (int i = 0; i < MOST_BEFORE && start > source->text; i++) {
		const char *before = previous_line(source, start);

		if (ends_statement(before, start))
			break;
		start = before;
	}
	return start;
}

/* Returns the end of the line, or of a later one that ends the statement. */
static const char *
find_end(const struct source *source, const char *line)
{
	const char *all = source->text + source->size, *end = line;

	for (int i = 0; i < MOST_AFTER && end < all; i++) {
		const char *start = end, *next;

		next = memchr(start, '\n', (size_t)(all - start));
		end = next == NULL ? all : next + 1;
		if (ends_statement(start, end) ||
		    memchr(start, ';', (size_t)(end - start)) != NULL)
			break;
	}
	return end;
}

/* --- text ----------------------------------------------------------------- */

/* Overwrites text up to a mark, which is kept.  Returns what follows. */
static char *
blank_up_to(char *text, const char *mark)
{
	char *end = strstr(text, mark);

	if (end == NULL)
		end = text + strlen(text);
	memset(text, ' ', (size_t)(end - text));
	return *end == '\0' ? end : end + strlen(mark);
}

/* Overwrites a string or character. */
static char *
blank_string(char *text)
{
	char quote = *text++;

	while (*text != '\0' && *text != quote && *text != '\n') {
		if (*text == '\\' && text[1] != '\0')
			*text++ = ' ';
		*text++ = ' ';
	}
	return *text == '\0' ? text : text + 1;
}

static void
clean(char *text)
{
	while (*text != '\0') {
		if (strncmp(text, "//", 2) == 0)
			text = blank_up_to(text, "\n");
		else if (strncmp(text, "/*", 2) == 0)
			text = blank_up_to(text, "*/");
		else if (*text == '"' || *text == '\'')
			text = blank_string(text);
		else
			text++;
	}
}

char *
statement_read(struct source *source, const char *path, int64_t line)
{
	const char *at, *start, *end;
	char *text;

	if (source->path == NULL || strcmp(source->path, path) != 0)
		open_source(source, path);
	at = source->text == NULL ? NULL : find_line(source, line);
	if (at == NULL)
		return NULL;
	start = find_start(source, at);
	end = find_end(source, at);
	text = cli_copy(start, (size_t)(end - start));
	clean(text);
	return text;
}
