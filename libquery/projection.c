/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A column is a sum of factors times the input's counts; an event of the input
 * is the sum of itself.  A derived event may use those derived before it: its
 * factors are then theirs, multiplied out.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "projection.h"
#include "events.h"

struct column {
	char *name;
	int64_t *factors; /* one for each event of the input */
	const char *long_name;
	bool is_derived; /* by the input's header: only there where chosen */
};

static const char blanks[] = " \t";

/* --- options -------------------------------------------------------------- */

void
projection_derive(struct projection *c, const char *formula)
{
	c->formulas =
	    cli_resize(c->formulas, c->nformulas + 1, sizeof(*c->formulas));
	c->formulas[c->nformulas++] = formula;
}

bool
projection_derives(const struct projection *c, const char *name)
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
projection_select(struct projection *c, const char *list)
{
	c->choice = list;
}

/* --- candidates ----------------------------------------------------------- */

/* index of the candidate whose name is the len bytes, or -1 */
static int
find(const struct projection *c, const char *name, size_t len)
{
	for (size_t i = 0; i < c->ncandidates; i++)
		if (strncmp(c->candidates[i].name, name, len) == 0 &&
		    c->candidates[i].name[len] == '\0')
			return (int)i;
	return -1;
}

/* a new last candidate without factors */
static struct column *
append(struct projection *c, const char *name, size_t len)
{
	struct column *column;

	c->candidates = cli_resize(
	    c->candidates, c->ncandidates + 1, sizeof(*c->candidates));
	column = &c->candidates[c->ncandidates++];
	*column = (struct column){
	    .name = cli_copy(name, len),
	    .factors = cli_alloc(c->ninputs, sizeof(*column->factors)),
	};
	return column;
}

static struct column *
append_event(struct projection *c, const struct cg_event *event)
{
	struct column *column = append(c, event->name, strlen(event->name));

	column->long_name = event->long_name;
	return column;
}

static void
append_input(struct projection *c, const struct cg_header *input)
{
	for (size_t i = 0; i < c->ninputs; i++)
		append_event(c, &input->events[i])->factors[i] = 1;
	for (size_t i = 0; i < input->nderived; i++) {
		struct column *column = append_event(c, &input->derived[i]);

		column->is_derived = true;
		memcpy(column->factors, input->factors + i * c->ninputs,
		    c->ninputs * sizeof(*column->factors));
	}
}

/* --- formulas ------------------------------------------------------------- */

static _Noreturn void
reject(const char *formula, const char *why)
{
	cli_usage("--event: \"%s\": %s", formula, why);
}

static void
add_term(struct projection *c, struct column *to, const char *formula,
    const struct cg_term *term)
{
	int from = find(c, term->name, term->len);

	if (from < 0 || &c->candidates[from] == to)
		cli_usage(
		    "--event: \"%s\": there is no event \"%.*s\" before it",
		    formula, (int)term->len, term->name);
	if (!cg_formula_add(to->factors, term->factor,
		c->candidates[from].factors, c->ninputs))
		reject(formula, "a factor does not fit in 64 bits");
}

static void
derive(struct projection *c, const char *formula)
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

/* --- the output's columns ------------------------------------------------- */

static void
choose(struct projection *c, size_t candidate)
{
	c->list = cli_resize(c->list, c->n + 1, sizeof(*c->list));
	c->list[c->n++] = candidate;
}

static bool
is_chosen(const struct projection *c, size_t candidate)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->list[i] == candidate)
			return true;
	return false;
}

static void
choose_named(struct projection *c)
{
	const char *p = c->choice;

	for (;;) {
		size_t len = strcspn(p, ",");
		int i = find(c, p, len);

		if (i < 0)
			cli_usage(
			    "--events: there is no event \"%.*s\" in the profile",
			    (int)len, p);
		if (is_chosen(c, (size_t)i))
			cli_usage(
			    "--events: \"%.*s\" is named twice", (int)len, p);
		choose(c, (size_t)i);
		if (p[len] == '\0')
			break;
		p += len + 1;
	}
}

static void
choose_all(struct projection *c)
{
	for (size_t i = 0; i < c->ncandidates; i++)
		if (!c->candidates[i].is_derived ||
		    (c->shown != NULL &&
			strcmp(c->candidates[i].name, c->shown) == 0))
			choose(c, i);
}

static void
name_events(struct projection *c)
{
	c->events = cli_alloc(c->n, sizeof(*c->events));
	for (size_t i = 0; i < c->n; i++) {
		const struct column *column = &c->candidates[c->list[i]];

		c->events[i].name = column->name;
		c->events[i].long_name = column->long_name;
	}
}

static void
keep_derived(struct projection *c, const struct cg_header *input)
{
	const struct cg_header output = {.nevents = c->n, .events = c->events};

	c->derived = cli_alloc(input->nderived + 1, sizeof(*c->derived));
	c->nderived = events_keep_derived(&output, input, c->derived);
}

void
projection_resolve(struct projection *c, const struct cg_header *input)
{
	c->ninputs = input->nevents;
	append_input(c, input);
	for (size_t i = 0; i < c->nformulas; i++)
		derive(c, c->formulas[i]);
	if (c->choice != NULL)
		choose_named(c);
	else
		choose_all(c);
	c->counts = cli_alloc(c->n, sizeof(*c->counts));
	name_events(c);
	keep_derived(c, input);
}

void
projection_set_header(const struct projection *c, struct cg_header *header)
{
	header->nevents = c->n;
	header->events = c->events;
	header->nderived = c->nderived;
	header->derived = c->derived;
	header->factors = NULL; /* a writer needs none */
}

/* --- applying ------------------------------------------------------------- */

static int64_t
compute(const struct projection *c, const struct column *column,
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
projection_apply(struct projection *c, struct cg_record *record)
{
	if (c->nformulas == 0 && c->choice == NULL && c->shown == NULL)
		return;
	for (size_t i = 0; i < c->n; i++)
		c->counts[i] = compute(c, &c->candidates[c->list[i]], record);
	record->counts = c->counts;
	record->present = NULL;
}

void
projection_release(struct projection *c)
{
	for (size_t i = 0; i < c->ncandidates; i++) {
		free(c->candidates[i].name);
		free(c->candidates[i].factors);
	}
	free(c->candidates);
	free(c->list);
	free(c->events);
	free(c->derived);
	free(c->counts);
	free(c->formulas);
}
