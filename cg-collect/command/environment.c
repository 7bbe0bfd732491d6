/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The variables of a program that runs reproducibly: a few that are always the
 * same and the variables that the user names, sorted by name.
 *
 * Valgrind runs in the same process and needs some of ours, PATH to find the
 * program for one.  So the program's variables go to our tool under other
 * names, and the tool puts them, and nothing else, on the program's stack.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cg-collect/client_variables.h"
#include "environment.h"
#include "libcli/cli.h"
#include "valgrind.h"

extern char **environ;

/* of two variables, each "NAME" or "NAME=VALUE" */
static int
compare_names(const char *a, const char *b)
{
	size_t a_len = strcspn(a, "="), b_len = strcspn(b, "=");
	int order = strncmp(a, b, a_len < b_len ? a_len : b_len);

	return order != 0 ? order : (a_len > b_len) - (a_len < b_len);
}

/* takes the variable over */
static void
insert(struct environment *e, size_t i, char *variable)
{
	e->list = cli_resize(e->list, e->n + 2, sizeof(*e->list));
	e->list[e->n + 1] = NULL;
	memmove(e->list + i + 1, e->list + i, (e->n - i) * sizeof(*e->list));
	e->list[i] = variable;
	e->n++;
}

/* replaces the variable of that name, or unsets it if `variable` is NULL */
static void
replace(struct environment *e, const char *name, char *variable)
{
	size_t i = 0;

	while (i < e->n && compare_names(e->list[i], name) < 0)
		i++;
	if (i < e->n && compare_names(e->list[i], name) == 0) {
		free(e->list[i]);
		memmove(e->list + i, e->list + i + 1,
		    (e->n - i) * sizeof(*e->list));
		e->n--;
	}
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
	/* The seeds fix the order of hashes, which is random otherwise.  For
	 * this time zone no file is read. */
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

/* --- the environment of Valgrind ------------------------------------------ */

/* how much of the stack of a 32-bit process exec takes for these strings */
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
 * multiple of a page.  So the stack that Valgrind starts with is padded to a
 * multiple of UNIT, and by half a page for the part that the kernel adds.
 */
static char *
padding_variable(const struct environment *e, const char *const *command,
    const struct valgrind *valgrind)
{
	enum { UNIT = 1 << 16, HALF_PAGE = 2048 };
	static const char name[] = "CG_PADDING=";
	size_t size = stack_size(command) +
		      stack_size((const char *const *)e->list) +
		      /* valgrind adds its path and the path of the tool */
		      strlen(valgrind->path) + strlen(valgrind->lib);
	size_t len = UNIT + HALF_PAGE - (size + sizeof(name)) % UNIT;
	char *padding = cli_alloc(sizeof(name) + len, 1);

	memset(padding, '_', sizeof(name) - 1 + len);
	memcpy(padding, name, sizeof(name) - 1);
	return padding;
}

void
environment_become(const struct environment *clients,
    const char *const *command, const struct valgrind *valgrind)
{
	static const char *const needed[] = {"PATH", "TMPDIR", "VALGRIND_LIB"};
	struct environment e = {0};

	for (size_t i = 0; i < clients->n; i++)
		insert(&e, e.n,
		    cli_format(CLIENT_VARIABLE "%s", clients->list[i]));
	for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++)
		if (getenv(needed[i]) != NULL)
			insert(&e, e.n,
			    cli_format("%s=%s", needed[i], getenv(needed[i])));
	insert(&e, e.n, padding_variable(&e, command, valgrind));
	environ = e.list;
}
