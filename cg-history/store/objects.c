/* SPDX-License-Identifier: BSD-2-Clause */
/* An answer of `git cat-file --batch` is "ID TYPE SIZE", a newline, the object and a newline; or
 * "NAME missing". */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "objects.h"

void
objects_open(struct objects *o)
{
	static const char *const arguments[] = {"cat-file", "--batch", NULL};

	*o = (struct objects){.room = 65536};
	o->buffer = cli_alloc(o->room, 1);
	git_start(&o->child, arguments, true);
}

static _Noreturn void
die(struct objects *o)
{
	git_end(&o->child);
	git_die(&o->child);
}

void
objects_ask(struct objects *o, const char *name)
{
	char *question = cli_format("%s\n", name);

	if (!git_send(&o->child, question, strlen(question)))
		die(o);
	free(question);
}

/* Reads more of what git says. */
static void
fill(struct objects *o)
{
	ssize_t n;

	if (o->start == o->end)
		o->start = o->end = 0;
	if (o->end == o->room)
		o->buffer = cli_resize(o->buffer, o->room *= 2, 1);
	do
		n = read(o->child.from, o->buffer + o->end, o->room - o->end);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		die(o);
	o->end += (size_t)n;
}

/* Returns the next line, which lives until the next call, without its end. */
static char *
take_line(struct objects *o)
{
	char *newline;

	while ((newline = memchr(
		    o->buffer + o->start, '\n', o->end - o->start)) == NULL)
		fill(o);
	*newline = '\0';
	newline = o->buffer + o->start;
	o->start += strlen(newline) + 1;
	return newline;
}

static void
take_bytes(struct objects *o, char *to, size_t len)
{
	while (len > 0) {
		size_t n = o->end - o->start;

		if (n == 0) {
			fill(o);
			continue;
		}
		n = n < len ? n : len;
		memcpy(to, o->buffer + o->start, n);
		o->start += n;
		to += n;
		len -= n;
	}
}

/* Copies a word and returns what follows it; NULL if there is no word of that size. */
static const char *
take_word(char *to, size_t size, const char *from)
{
	size_t len = strcspn(from, " ");

	if (len >= size || from[len] != ' ')
		return NULL;
	memcpy(to, from, len);
	to[len] = '\0';
	return from + len + 1;
}

bool
objects_take(struct objects *o, struct object *object)
{
	const char *line = take_line(o), *rest;
	int64_t len;
	char newline;

	if (strlen(line) >= strlen(" missing") &&
	    strcmp(line + strlen(line) - strlen(" missing"), " missing") == 0)
		return false;
	rest = take_word(object->id, sizeof(object->id), line);
	if (rest != NULL)
		rest = take_word(object->type, sizeof(object->type), rest);
	if (rest == NULL || cg_parse_int(rest, strlen(rest), &len) <= 0 ||
	    len < 0)
		cli_die("git: expected an object, found \"%s\"", line);
	object->len = (size_t)len;
	object->data = cli_alloc(object->len + 1, 1);
	take_bytes(o, object->data, object->len);
	take_bytes(o, &newline, 1);
	return true;
}

bool
objects_read(struct objects *o, const char *name, struct object *object)
{
	objects_ask(o, name);
	return objects_take(o, object);
}

void
objects_close(struct objects *o)
{
	git_end(&o->child);
	if (o->child.messages >= 0)
		close(o->child.messages);
	free(o->buffer);
}
