/* SPDX-License-Identifier: BSD-2-Clause */
/* An answer of `git cat-file --batch` is "ID TYPE SIZE", a newline, the object and a newline; or
 * "NAME missing". */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgfmt.h"
#include "libcli/cli.h"
#include "objects.h"

static void
answers_open(struct answers *a)
{
	a->room = 65536;
	a->buffer = cli_alloc(a->room, 1);
}

static void
answers_close(struct answers *a)
{
	if (a->buffer == NULL)
		return;
	git_end(&a->child);
	if (a->child.messages >= 0)
		close(a->child.messages);
	free(a->buffer);
	*a = (struct answers){0};
}

void
objects_open(struct objects *o)
{
	static const char *const arguments[] = {"cat-file", "--batch", NULL};

	*o = (struct objects){0};
	answers_open(&o->asked);
	git_start(&o->asked.child, arguments);
}

static _Noreturn void
die(struct answers *a)
{
	git_end(&a->child);
	git_die(&a->child);
}

void
objects_ask(struct objects *o, const char *name)
{
	char *question = cli_format("%s\n", name);

	if (!git_send(&o->asked.child, question, strlen(question)))
		die(&o->asked);
	free(question);
}

void
objects_expect(struct objects *o, const struct object_list *list)
{
	static const char *const arguments[] = {
	    "cat-file", "--batch", "--buffer", NULL};
	size_t len = 0;
	char *questions;

	answers_close(&o->expected);
	o->list = list;
	o->next = 0;
	if (list == NULL || list->n == 0)
		return;
	questions = cli_alloc(list->n + 1, OBJECT_ID);
	for (size_t i = 0; i < list->n; i++)
		len += (size_t)sprintf(questions + len, "%s\n", list->ids[i]);
	answers_open(&o->expected);
	git_start_with(
	    &o->expected.child, arguments, cli_temporary_of(questions, len));
	free(questions);
}

/* Reads more of what git says. */
static void
fill(struct answers *a)
{
	ssize_t n;

	if (a->start == a->end)
		a->start = a->end = 0;
	if (a->end == a->room)
		a->buffer = cli_resize(a->buffer, a->room *= 2, 1);
	do
		n = read(a->child.from, a->buffer + a->end, a->room - a->end);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		die(a);
	a->end += (size_t)n;
}

/* Returns the next line, which lives until the next call, without its end. */
static char *
take_line(struct answers *a)
{
	char *newline;

	while ((newline = memchr(
		    a->buffer + a->start, '\n', a->end - a->start)) == NULL)
		fill(a);
	*newline = '\0';
	newline = a->buffer + a->start;
	a->start += strlen(newline) + 1;
	return newline;
}

static void
take_bytes(struct answers *a, char *to, size_t len)
{
	while (len > 0) {
		size_t n = a->end - a->start;

		if (n == 0) {
			fill(a);
			continue;
		}
		n = n < len ? n : len;
		memcpy(to, a->buffer + a->start, n);
		a->start += n;
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

static bool
take(struct answers *a, struct object *object)
{
	const char *line = take_line(a), *rest;
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
	take_bytes(a, object->data, object->len);
	take_bytes(a, &newline, 1);
	return true;
}

bool
objects_take(struct objects *o, struct object *object)
{
	return take(&o->asked, object);
}

bool
objects_read(struct objects *o, const char *name, struct object *object)
{
	if (o->list != NULL && o->next < o->list->n &&
	    strcmp(o->list->ids[o->next], name) == 0) {
		o->next++;
		return take(&o->expected, object);
	}
	objects_ask(o, name);
	return objects_take(o, object);
}

void
objects_close(struct objects *o)
{
	answers_close(&o->expected);
	answers_close(&o->asked);
}

void
object_list_add(struct object_list *list, const char *id)
{
	list->ids = cli_grow(list->ids, list->n, sizeof(*list->ids));
	strcpy(list->ids[list->n++], id);
}

void
object_list_release(struct object_list *list)
{
	free(list->ids);
	*list = (struct object_list){0};
}
