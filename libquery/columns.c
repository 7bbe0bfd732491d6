/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A column is a sum of factors times the input's counts; an event of the input
 * is the sum of itself.  A derived event may use those derived before it: its
 * factors are then theirs, multiplied out.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "columns.h"

struct column {
	char *name;
	int64_t *factors; /* one for each event of the input */
};

/* --- options -------------------------------------------------------------- */

void
columns_derive(struct columns *c, const char *formula)
{
	c->formulas =
	    cli_resize(c->formulas, c->nformulas + 1, sizeof(*c->formulas));
	c->formulas[c->nformulas++] = formula;
}

bool
columns_derives(const struct columns *c, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < c->nformulas; i++) {
		const char *start =
		    c->formulas[i] + strspn(c->formulas[i], " \t");

		if (strncmp(start, name, len) == 0 &&
		    strchr(" \t=", start[len]) != NULL)
			return true;
	}
	return false;
}

void
columns_choose(struct columns *c, const char *list)
{
	c->choice = list;
}

/* --- the list of columns -------------------------------------------------- */

/* index of the column whose name is the len bytes, or -1 */
static int
find(const struct columns *c, const char *name, size_t len)
{
	for (size_t i = 0; i < c->n; i++)
		if (strncmp(c->list[i].name, name, len) == 0 &&
		    c->list[i].name[len] == '\0')
			return (int)i;
	return -1;
}

/* a new last column without factors */
static struct column *
append(struct columns *c, const char *name, size_t len)
{
	struct column *column;

	c->list = cli_resize(c->list, c->n + 1, sizeof(*c->list));
	column = &c->list[c->n++];
	column->name = cli_copy(name, len);
	column->factors = cli_alloc(c->ninputs, sizeof(*column->factors));
	return column;
}

static void
free_column(struct column *column)
{
	free(column->name);
	free(column->factors);
}

/* --- formulas ------------------------------------------------------------- */

/* a formula while it is read */
struct formula {
	const char *whole;
	const char *p;
};

static _Noreturn void
reject(const struct formula *f, const char *why)
{
	cli_usage("--event: \"%s\": %s", f->whole, why);
}

static void
skip_blanks(struct formula *f)
{
	f->p += strspn(f->p, " \t");
}

/* whether the next word is c, which is then taken */
static bool
take(struct formula *f, char c)
{
	skip_blanks(f);
	if (*f->p != c)
		return false;
	f->p++;
	return true;
}

/* the length of the name at the next word */
static size_t
take_name(struct formula *f, const char **name)
{
	size_t len;

	skip_blanks(f);
	len = strcspn(f->p, " \t=+*");
	if (len == 0 || cg_escape(NULL, 0, f->p, len) != len)
		reject(f, "expected the name of an event");
	*name = f->p;
	f->p += len;
	return len;
}

/* the factor before a name: "2" or "2 *"; 1 where there is none */
static int64_t
take_factor(struct formula *f)
{
	int64_t factor;
	int used;

	skip_blanks(f);
	used = cg_parse_int(f->p, strlen(f->p), &factor);
	if (used < 0)
		reject(f, "a factor does not fit in 64 bits");
	if (used == 0)
		return 1;
	f->p += used;
	take(f, '*');
	return factor;
}

/* adds factor times another column to this one */
static bool
add_column(struct columns *c, struct column *to, size_t from, int64_t factor)
{
	for (size_t i = 0; i < c->ninputs; i++) {
		int64_t product;

		if (__builtin_mul_overflow(
			c->list[from].factors[i], factor, &product) ||
		    __builtin_add_overflow(
			to->factors[i], product, &to->factors[i]))
			return false;
	}
	return true;
}

static void
add_term(struct columns *c, struct column *to, struct formula *f)
{
	int64_t factor = take_factor(f);
	const char *name;
	size_t len = take_name(f, &name);
	int from = find(c, name, len);

	if (from < 0 || &c->list[from] == to)
		cli_usage(
		    "--event: \"%s\": there is no event \"%.*s\" before it",
		    f->whole, (int)len, name);
	if (!add_column(c, to, (size_t)from, factor))
		reject(f, "a factor does not fit in 64 bits");
}

static void
derive(struct columns *c, const char *text)
{
	struct formula f = {text, text};
	const char *name;
	size_t len = take_name(&f, &name);
	struct column *column;

	if (!take(&f, '='))
		reject(&f, "expected NAME = [NUMBER] EVENT + ...");
	if (find(c, name, len) >= 0)
		reject(&f, "an event of that name exists");
	column = append(c, name, len);
	do
		add_term(c, column, &f);
	while (take(&f, '+'));
	if (*f.p != '\0')
		reject(&f, "expected \"+\" or the end");
}

/* --- resolving ------------------------------------------------------------ */

/* moves the chosen columns to the front of a new list */
static void
choose(struct columns *c)
{
	struct columns chosen = {.ninputs = c->ninputs};
	const char *p = c->choice;

	for (;;) {
		size_t len = strcspn(p, ",");
		int i = find(c, p, len);

		if (i < 0)
			cli_usage(
			    "--events: there is no event \"%.*s\" in the profile",
			    (int)len, p);
		if (find(&chosen, p, len) >= 0)
			cli_usage(
			    "--events: \"%.*s\" is named twice", (int)len, p);
		add_column(c, append(&chosen, p, len), (size_t)i, 1);
		if (p[len] == '\0')
			break;
		p += len + 1;
	}
	for (size_t i = 0; i < c->n; i++)
		free_column(&c->list[i]);
	free(c->list);
	c->list = chosen.list;
	c->n = chosen.n;
}

void
columns_resolve(struct columns *c, const struct cg_header *input)
{
	c->ninputs = input->nevents;
	for (size_t i = 0; i < c->ninputs; i++) {
		const char *name = input->events[i].name;

		append(c, name, strlen(name))->factors[i] = 1;
	}
	for (size_t i = 0; i < c->nformulas; i++)
		derive(c, c->formulas[i]);
	if (c->choice != NULL)
		choose(c);
	c->counts = cli_alloc(c->n, sizeof(*c->counts));
	c->events = cli_alloc(c->n, sizeof(*c->events));
	for (size_t i = 0; i < c->n; i++)
		c->events[i].name = c->list[i].name;
}

/* --- applying ------------------------------------------------------------- */

static int64_t
compute(const struct columns *c, const struct column *column,
    const struct cg_record *record)
{
	int64_t sum = 0;

	for (size_t i = 0; i < c->ninputs; i++) {
		int64_t product;

		if (__builtin_mul_overflow(
			column->factors[i], record->counts[i], &product) ||
		    __builtin_add_overflow(sum, product, &sum))
			cli_die("%s of %s:%s, line %lld, does not fit in "
				"64 bits",
			    column->name, record->file, record->function,
			    (long long)record->line);
	}
	return sum;
}

void
columns_apply(struct columns *c, struct cg_record *record)
{
	if (c->nformulas == 0 && c->choice == NULL)
		return;
	for (size_t i = 0; i < c->n; i++)
		c->counts[i] = compute(c, &c->list[i], record);
	record->counts = c->counts;
	record->given = NULL;
}

void
columns_release(struct columns *c)
{
	for (size_t i = 0; i < c->n; i++)
		free_column(&c->list[i]);
	free(c->list);
	free(c->events);
	free(c->counts);
	free(c->formulas);
}
