/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program is the object that the command names.  If the command names none,
 * as the command of a script or a link does, it is the only object that is no
 * shared library.
 */
#include <string.h>

#include "same_program.h"

struct program_search {
	const char *command; /* its first word, of len bytes */
	size_t len;
	const char *named; /* the object that it names; NULL: none */
	const char *other; /* the object that is no library; NULL: none */
	size_t nothers;
};

static const char *
base_of(const char *path, size_t len)
{
	for (size_t i = len; i > 0; i--)
		if (path[i - 1] == '/')
			return path + i;
	return path;
}

static void
consider(struct program_search *s, const char *object)
{
	const char *base = base_of(object, strlen(object));
	const char *word = base_of(s->command, s->len);
	size_t len = (size_t)(s->command + s->len - word);

	if (*base == '\0' || strcmp(object, cg_unknown_name) == 0)
		return;
	if (len == strlen(base) && memcmp(word, base, len) == 0)
		s->named = object;
	if (strstr(base, ".so") != NULL)
		return;
	s->other = object;
	s->nothers++;
}

/* Returns the name of the program, as long as the rows live; NULL: unknown. */
static const char *
find(const struct side *side)
{
	const char *command = cg_reader_header(side->reader)->cmd;
	struct program_search s = {
	    .command = command, .len = strcspn(command, " ")};
	struct cg_record record, before = {.object = NULL};

	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		cg_profile_at(side->rows, i, &record);
		if (record.object != before.object)
			consider(&s, record.object);
		before = record;
	}
	if (s.named != NULL)
		return s.named;
	return s.nothers == 1 ? s.other : NULL;
}

/* True if a row of the side is of an object of that name. */
static bool
has_object(const struct side *side, const char *name)
{
	struct cg_record record, before = {.object = NULL};

	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		cg_profile_at(side->rows, i, &record);
		if (record.object != before.object &&
		    strcmp(record.object, name) == 0)
			return true;
		before = record;
	}
	return false;
}

struct programs {
	const char *old;
	const char *new;
};

static void
rename_object(void *context, struct cg_record *record)
{
	const struct programs *programs = context;

	if (strcmp(record->object, programs->old) == 0)
		record->object = programs->new;
	if (record->target.object != NULL &&
	    strcmp(record->target.object, programs->old) == 0)
		record->target.object = programs->new;
}

void
same_program_find(struct builds *builds, struct side *old, struct side *new)
{
	struct programs programs = {find(old), find(new)};

	/* a program that both have matches by its name */
	if (programs.old == NULL || programs.new == NULL ||
	    has_object(new, programs.old) || has_object(old, programs.new))
		return;
	builds_take_program(builds, programs.old, programs.new);
	side_rewrite(old, rename_object, &programs);
}
