/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An environment of constant shape.  A program's stack begins with its
 * arguments and its environment, so that one more variable, or a longer one,
 * moves everything on it to other lines of the caches, and whoever walks along
 * the environment, as the dynamic linker does, has more to do.
 *
 * So each variable gets a cell of its own, by the hash of its name, in which
 * padding takes what it leaves of bytes and, since glibc looks for the end of
 * every name, of letters of names; a cell without a variable is all padding.
 * What no cell can hold stands behind them.  Padding before and behind makes up
 * for the other things on the stack whose size depends on where the program is,
 * on who runs it and on what Valgrind adds:
 *
 *	arguments | front | cells | long variables | back | LD_PRELOAD |
 *	platform, random bytes and name of the program
 */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "collect.h"

#define PAD "CG_PAD_"

enum {
	LINE = 64,
	CELL = 3 * LINE,
	CELL_LETTERS = 63, /* of the names in a cell */
	FEWEST_CELLS = 64,
	FEWEST_LONG = 16,
	FRONT = 8192,  /* bytes before the cells, or a multiple */
	BACK = 1 << 15 /* and behind them */
};

extern char **environ;

struct environment {
	char **list; /* ends with NULL */
	size_t n;
};

static size_t
size_of(const char *text)
{
	return strlen(text) + 1;
}

static size_t
round_up(size_t n, size_t unit)
{
	return (n + unit - 1) / unit * unit;
}

static void
append(struct environment *e, char *variable)
{
	e->list = cli_resize(e->list, e->n + 2, sizeof(*e->list));
	e->list[e->n++] = variable;
	e->list[e->n] = NULL;
}

/* "CG_PAD_0000" */
enum { PAD_NAME = sizeof(PAD) - 1 + 4, SMALLEST_PAD = PAD_NAME + 2 };

/* appends padding of that size under a name of that length */
static void
append_pad(struct environment *e, size_t size, size_t name)
{
	char *pad = cli_alloc(size, 1);

	memset(pad, '_', size - 1);
	snprintf(pad, size, PAD "%04zu", e->n % 10000);
	pad[PAD_NAME] = '_';
	pad[name] = '=';
	append(e, pad);
}

/* --- the variables -------------------------------------------------------- */

static bool
has_name(const char *variable, const char *name)
{
	size_t len = strlen(name);

	return strncmp(variable, name, len) == 0 && variable[len] == '=';
}

static int
compare_variables(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* those that get a cell or stand behind, in the order of their names */
static struct environment
list_variables(void)
{
	struct environment e = {0};

	for (char **v = environ; *v != NULL; v++)
		if (strncmp(*v, PAD, strlen(PAD)) != 0 &&
		    !has_name(*v, "LD_PRELOAD"))
			append(&e, *v);
	if (e.n > 0)
		qsort(e.list, e.n, sizeof(*e.list), compare_variables);
	return e;
}

static size_t
name_length(const char *variable)
{
	return strcspn(variable, "=");
}

static bool
is_long(const char *variable)
{
	return size_of(variable) > CELL - LINE - SMALLEST_PAD ||
	       name_length(variable) > CELL_LETTERS - 3 * PAD_NAME;
}

/* --- cells ---------------------------------------------------------------- */

static size_t
hash_name(const char *variable)
{
	uint32_t hash = 2166136261U;

	for (; *variable != '\0' && *variable != '='; variable++)
		hash = (hash ^ (unsigned char)*variable) * 16777619U;
	return hash;
}

/* some more cells than variables: most get that of their name */
static size_t
choose_ncells(size_t nvariables)
{
	size_t n = FEWEST_CELLS;

	while (nvariables > n / 8 * 7)
		n *= 2;
	return n;
}

/*
 * A variable and three pieces of padding.  The variable begins at a line of the
 * cache, and something begins in each of the three lines, so that whoever looks
 * at the names looks at all of them, whatever is in the cell.
 */
static void
append_cell(struct environment *e, char *variable)
{
	size_t size = size_of(variable);
	size_t letters = CELL_LETTERS - 2 * PAD_NAME - name_length(variable);

	if (size <= LINE - SMALLEST_PAD) {
		append_pad(e, LINE, PAD_NAME);
		append_pad(e, LINE, letters);
		append(e, variable);
		append_pad(e, LINE - size, PAD_NAME);
	} else if (size <= LINE) {
		append_pad(e, LINE, PAD_NAME);
		append(e, variable);
		append_pad(e, SMALLEST_PAD, PAD_NAME);
		append_pad(e, 2 * LINE - size - SMALLEST_PAD, letters);
	} else {
		append_pad(e, SMALLEST_PAD, PAD_NAME);
		append_pad(e, LINE - SMALLEST_PAD, letters);
		append(e, variable);
		append_pad(e, 2 * LINE - size, PAD_NAME);
	}
}

static void
append_cells(struct environment *e, const struct environment *variables)
{
	size_t n = choose_ncells(variables->n);
	char **cells = cli_alloc(n, sizeof(*cells));
	char *empty = cli_format("%sEMPTY=", PAD);

	for (size_t i = 0; i < variables->n; i++) {
		size_t at = hash_name(variables->list[i]) % n;

		if (is_long(variables->list[i]))
			continue;
		while (cells[at] != NULL)
			at = (at + 1) % n;
		cells[at] = variables->list[i];
	}
	for (size_t i = 0; i < n; i++)
		append_cell(e, cells[i] != NULL ? cells[i] : empty);
	free(cells);
}

/* the bytes that they take */
static size_t
append_long(struct environment *e, const struct environment *variables)
{
	size_t n = 0, size = 0;

	for (size_t i = 0; i < variables->n; i++) {
		if (!is_long(variables->list[i]))
			continue;
		append(e, variables->list[i]);
		size += size_of(variables->list[i]);
		n++;
	}
	for (; n == 0 || n % FEWEST_LONG != 0; n++) {
		append_pad(e, SMALLEST_PAD, PAD_NAME);
		size += SMALLEST_PAD;
	}
	return size;
}

/* --- before and behind ---------------------------------------------------- */

/* in the auxiliary vector, with its end */
static size_t
count_auxiliary(void)
{
	FILE *file = fopen("/proc/self/auxv", "r");
	unsigned long entry[2];
	size_t n = 0;

	while (file != NULL && fread(entry, sizeof(entry), 1, file) == 1)
		n++;
	if (file != NULL)
		fclose(file);
	return n;
}

/*
 * The arguments' strings, and for the stack pointer, which is below all of it,
 * what points to them.  The cells begin at a line of the cache since the stack
 * ends one byte before one.
 */
static void
append_front(struct environment *e, char *const *program)
{
	size_t size = count_auxiliary() * 2 * sizeof(unsigned long);

	for (; *program != NULL; program++)
		size += size_of(*program) + sizeof(char *);
	append_pad(
	    e, round_up(size + SMALLEST_PAD, FRONT) + 1 - size, PAD_NAME);
}

static size_t
size_of_auxiliary(unsigned long type)
{
	const char *text = (const char *)(uintptr_t)getauxval(type);

	return text != NULL ? size_of(text) : 0;
}

/* what the core will put in its place */
static size_t
size_of_preload(const char *user)
{
	char *preload = cli_format(
	    "LD_PRELOAD=%s/vgpreload_core-" CG_VALGRIND_PLATFORM ".so%s%s",
	    getenv("VALGRIND_LIB"), user != NULL ? ":" : "",
	    user != NULL ? user : "");
	size_t size = size_of(preload);

	free(preload);
	return size;
}

static void
append_back(struct environment *e, size_t before, const char *program)
{
	const char *preload = getenv("LD_PRELOAD");
	size_t random = 16;
	size_t size =
	    before + size_of_preload(preload) + size_of_auxiliary(AT_PLATFORM) +
	    size_of_auxiliary(AT_BASE_PLATFORM) + random + size_of(program);

	append_pad(
	    e, round_up(size + SMALLEST_PAD + 1, BACK) - 1 - size, PAD_NAME);
	if (preload != NULL)
		append(e, cli_format("LD_PRELOAD=%s", preload));
}

void
environment_fix_shape(char *const *program)
{
	struct environment variables = list_variables(), fixed = {0};

	append_front(&fixed, program);
	append_cells(&fixed, &variables);
	append_back(&fixed, append_long(&fixed, &variables), program[0]);
	free(variables.list);
	environ = fixed.list;
}
