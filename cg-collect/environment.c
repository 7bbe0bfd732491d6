/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The variables of a program that runs reproducibly: a few that are always the
 * same and those that the user names, sorted by name.
 *
 * Valgrind runs in the same process and needs some of ours, PATH to find the
 * program for one.  So the program's variables go to our tool under other
 * names, and the tool puts them, and nothing else, on the program's stack.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect.h"
#include "variables.h"

extern char **environ;

static size_t
name_length(const char *variable)
{
	return strcspn(variable, "=");
}

static int
compare_names(const char *a, const char *b)
{
	size_t a_len = name_length(a), b_len = name_length(b);
	int order = strncmp(a, b, a_len < b_len ? a_len : b_len);

	return order != 0 ? order : (a_len > b_len) - (a_len < b_len);
}

/* the index of the variable of that name, or the one to insert it at */
static size_t
find(const struct environment *e, const char *name)
{
	size_t i = 0;

	while (i < e->n && compare_names(e->list[i], name) < 0)
		i++;
	return i;
}

static bool
is_at(const struct environment *e, size_t i, const char *name)
{
	return i < e->n && compare_names(e->list[i], name) == 0;
}

/* opens a gap for a new element, and keeps the list's end NULL */
static void
insert(struct environment *e, size_t i, char *variable)
{
	e->list = cli_resize(e->list, e->n + 2, sizeof(*e->list));
	e->list[e->n + 1] = NULL;
	memmove(e->list + i + 1, e->list + i, (e->n - i) * sizeof(*e->list));
	e->list[i] = variable;
	e->n++;
}

static void
remove_at(struct environment *e, size_t i)
{
	free(e->list[i]);
	memmove(e->list + i, e->list + i + 1, (e->n - i) * sizeof(*e->list));
	e->n--;
}

/* replaces the variable of that name, or unsets it if `variable` is NULL */
static void
replace(struct environment *e, const char *name, char *variable)
{
	size_t i = find(e, name);

	if (is_at(e, i, name))
		remove_at(e, i);
	if (variable != NULL)
		insert(e, i, variable);
}

void
environment_set(struct environment *e, const char *variable)
{
	replace(e, variable, cli_format("%s", variable));
}

void
environment_keep(struct environment *e, const char *name)
{
	const char *value = getenv(name);

	replace(
	    e, name, value != NULL ? cli_format("%s=%s", name, value) : NULL);
}

void
environment_init(struct environment *e)
{
	/* the seeds: of hashes that differ from run to run otherwise.  The time
	 * zone: no file is looked at for this one */
	static const char *const fixed[] = {
	    "HOME=/",
	    "LANG=C.UTF-8",
	    "PATH=/usr/local/bin:/usr/bin:/bin",
	    "PERL_HASH_SEED=0",
	    "PYTHONHASHSEED=0",
	    "TZ=UTC0",
	};

	*e = (struct environment){0};
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		environment_set(e, fixed[i]);
}

void
environment_release(struct environment *e)
{
	for (size_t i = 0; i < e->n; i++)
		free(e->list[i]);
	free(e->list);
}

/* --- what Valgrind gets --------------------------------------------------- */

static void
append(struct environment *e, char *variable)
{
	insert(e, e->n, variable);
}

/* what exec puts on the stack of a 32-bit process for them */
static size_t
stack_size(const char *const *texts)
{
	size_t size = 0;

	for (; *texts != NULL; texts++)
		size += strlen(*texts) + 1 + sizeof(uint32_t);
	return size;
}

/*
 * In a 32-bit process Valgrind places the program's stack below its own, at a
 * multiple of a page.  So the one that it starts with is made as large as
 * always, up to a page's half, which is left for the kernel's part of it.
 */
static void
append_padding(struct environment *e, const char *const *command,
    const struct valgrind *valgrind)
{
	enum { UNIT = 1 << 16, HALF_PAGE = 2048 };
	static const char name[] = "CG_PADDING=";
	size_t size = stack_size(command) +
		      stack_size((const char *const *)e->list) +
		      /* which valgrind adds: its path, and that of the tool */
		      strlen(valgrind->path) + strlen(valgrind->lib);
	size_t len = UNIT + HALF_PAGE - (size + sizeof(name)) % UNIT;
	char *padding = cli_alloc(sizeof(name) + len, 1);

	memset(padding, '_', sizeof(name) - 1 + len);
	memcpy(padding, name, sizeof(name) - 1);
	append(e, padding);
}

void
environment_become(const struct environment *clients,
    const char *const *command, const struct valgrind *valgrind)
{
	static const char *const needed[] = {"PATH", "TMPDIR", "VALGRIND_LIB"};
	struct environment e = {0};

	for (size_t i = 0; i < clients->n; i++)
		append(&e, cli_format(CLIENT_VARIABLE "%s", clients->list[i]));
	for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++)
		if (getenv(needed[i]) != NULL)
			append(&e,
			    cli_format("%s=%s", needed[i], getenv(needed[i])));
	append_padding(&e, command, valgrind);
	environ = e.list;
}
