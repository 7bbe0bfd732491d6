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

static const char blanks[] = " \t";

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
		    c->formulas[i] + strspn(c->formulas[i], blanks);

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

static _Noreturn void
reject(const char *formula, const char *why)
{
	cli_usage("--event: \"%s\": %s", formula, why);
}

static void
add_term(struct columns *c, struct column *to, const char *formula,
    const struct cg_term *term)
{
	int from = find(c, term->name, term->len);

	if (from < 0 || &c->list[from] == to)
		cli_usage(
		    "--event: \"%s\": there is no event \"%.*s\" before it",
		    formula, (int)term->len, term->name);
	if (!cg_formula_add(
		to->factors, term->factor, c->list[from].factors, c->ninputs))
		reject(formula, "a factor does not fit in 64 bits");
}

static void
derive(struct columns *c, const char *formula)
{
	const char *name = formula + strspn(formula, blanks), *p;
	size_t len = cg_formula_name(name);
	struct cg_error error;
	struct cg_term term;
	struct column *column;
	int got;

	if (len == 0)
		reject(formula, "expected the name of an event");
	p = name + len + strspn(name + len, blanks);
	if (*p++ != '=')
		reject(formula, "expected NAME = [NUMBER] EVENT + ...");
	if (find(c, name, len) >= 0)
		reject(formula, "an event of that name exists");
	column = append(c, name, len);
	do {
		got = cg_formula_next(&p, &term, &error);
		if (got < 0)
			reject(formula, error.text);
		add_term(c, column, formula, &term);
	} while (got == 1);
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
		memcpy(append(&chosen, p, len)->factors, c->list[i].factors,
		    c->ninputs * sizeof(*c->list[i].factors));
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
	int64_t sum;

	if (!cg_formula_value(
		column->factors, record->counts, c->ninputs, &sum))
		cli_die("%s of %s:%s, line %lld, does not fit in 64 bits",
		    column->name, record->file, record->function,
		    (long long)record->line);
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
