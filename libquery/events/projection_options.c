/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options --event and --events: passes them on to a cg_projection, and ends
 * the program with a message that names the option if it fails.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "events.h"
#include "projection_options.h"

/* --- options -------------------------------------------------------------- */

void
projection_derive(struct projection *c, const char *formula)
{
	c->formulas = cli_grow(c->formulas, c->nformulas, sizeof(*c->formulas));
	c->formulas[c->nformulas++] = cli_copy(formula, strlen(formula));
}

bool
projection_derives(const struct projection *c, const char *name)
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
projection_select(struct projection *c, const char *list)
{
	c->selected = list;
}

/* --- resolving ------------------------------------------------------------ */

/* selects the event with this number of the cg_projection */
static void
choose(struct projection *c, size_t number)
{
	if (cg_projection_select(c->resolved, number) < 0)
		cli_die("%s", c->error.text);
	c->n++;
}

static void
choose_named(struct projection *c, const struct cg_header *input)
{
	size_t ncandidates = input->nevents + input->nderived + c->nformulas;
	bool *chosen = cli_alloc(ncandidates, sizeof(*chosen));
	const char *p = c->selected;

	for (;;) {
		size_t len = strcspn(p, ",");
		int i = cg_projection_find(c->resolved, p, len);

		if (i < 0)
			events_reject(input, "--events", p, len);
		if (chosen[i])
			cli_usage(
			    "--events: \"%.*s\" is named twice", (int)len, p);
		chosen[i] = true;
		choose(c, (size_t)i);
		if (p[len] == '\0')
			break;
		p += len + 1;
	}
	free(chosen);
}

/* chooses an event that the header derives, if there is a name */
static void
choose_derived(
    struct projection *c, const struct cg_header *input, const char *name)
{
	int i =
	    name != NULL ? cg_header_derived(input, name, strlen(name)) : -1;

	if (i >= 0)
		choose(c, input->nevents + (size_t)i);
}

/* chooses all events but the header's derived ones that are not to be shown */
static void
choose_all(struct projection *c, const struct cg_header *input)
{
	choose_derived(c, input, c->leading);
	for (size_t i = 0; i < input->nevents; i++)
		choose(c, i);
	choose_derived(c, input, c->shown);
	for (size_t i = 0; i < c->nformulas; i++)
		choose(c, input->nevents + input->nderived + i);
}

void
projection_resolve(struct projection *c, const struct cg_header *input)
{
	struct cg_header output = {.nevents = 0};

	c->ninputs = input->nevents;
	c->resolved = cg_projection_new(input, &c->error);
	if (c->resolved == NULL)
		cli_die("%s", c->error.text);
	for (size_t i = 0; i < c->nformulas; i++)
		if (cg_projection_derive(c->resolved, c->formulas[i]) < 0)
			cli_usage("--event: \"%s\": %s", c->formulas[i],
			    c->error.text);
	if (c->selected != NULL)
		choose_named(c, input);
	else
		choose_all(c, input);
	projection_set_header(c, &output);
	c->events = output.events;
}

void
projection_set_header(const struct projection *c, struct cg_header *header)
{
	if (cg_projection_set_header(c->resolved, header) < 0)
		cli_die("%s", c->error.text);
}

void
projection_apply(struct projection *c, struct cg_record *record)
{
	size_t fitting;

	if (c->nformulas == 0 && c->selected == NULL && c->shown == NULL &&
	    c->leading == NULL)
		return;
	fitting = cg_projection_apply(c->resolved, record);
	if (fitting == c->n)
		return;
	if (*record->function == '\0' ||
	    strcmp(record->function, "(total)") == 0)
		cli_die("the total of %s does not fit in 64 bits",
		    c->events[fitting].name);
	cli_die("%s of %s:%s, line %lld, does not fit in 64 bits",
	    c->events[fitting].name, record->file, record->function,
	    (long long)record->line);
}

void
projection_release(struct projection *c)
{
	cg_projection_free(c->resolved);
	for (size_t i = 0; i < c->nformulas; i++)
		free(c->formulas[i]);
	free(c->formulas);
}
