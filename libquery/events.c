/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of several profiles: a set, whose order does not matter. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "events.h"

bool
events_have(const struct cg_header *header, const char *name)
{
	return cg_header_event(header, name, strlen(name)) >= 0;
}

bool
events_derive(const struct cg_header *header, const char *name)
{
	for (size_t i = 0; i < header->nderived; i++)
		if (strcmp(header->derived[i].name, name) == 0)
			return true;
	return false;
}

void
events_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *other, const char *path, const char *hint)
{
	for (size_t i = 0; i < first->nevents; i++)
		if (!events_have(other, first->events[i].name))
			cli_die("%s: expected the events of %s, found no %s%s",
			    path, first_path, first->events[i].name, hint);
	for (size_t i = 0; i < other->nevents; i++)
		if (!events_have(first, other->events[i].name))
			cli_die(
			    "%s: expected the events of %s, found also %s%s",
			    path, first_path, other->events[i].name, hint);
}

size_t
events_find(const struct cg_header *header, const char *option,
    const char *name, size_t len)
{
	int event = cg_header_event(header, name, len);

	if (event < 0)
		cli_usage("%s: there is no event \"%.*s\" in the profile",
		    option, (int)len, name);
	return (size_t)event;
}

/* --- derived events ------------------------------------------------------- */

struct keeping {
	const struct cg_header *output;
	const struct cg_header *input;
	enum verdict { OPEN, KEPT, LEFT } * verdicts; /* on derived events */
};

static bool can_keep(struct keeping *k, size_t i);

/* whether the output counts the event or can derive it */
static bool
has(struct keeping *k, const char *name, size_t len)
{
	if (cg_header_event(k->output, name, len) >= 0)
		return true;
	for (size_t i = 0; i < k->input->nderived; i++)
		if (strncmp(k->input->derived[i].name, name, len) == 0 &&
		    k->input->derived[i].name[len] == '\0')
			return can_keep(k, i);
	return false;
}

static bool
has_terms(struct keeping *k, const char *formula)
{
	struct cg_error error;
	struct cg_term term;
	int got;

	do {
		got = cg_formula_next(&formula, &term, &error);
		if (got < 0 || !has(k, term.name, term.len))
			return false;
	} while (got == 1);
	return true;
}

/* none is made of itself: the reader sees to that */
static bool
can_keep(struct keeping *k, size_t i)
{
	const struct cg_event *derived = &k->input->derived[i];

	if (k->verdicts[i] == OPEN)
		k->verdicts[i] = !events_have(k->output, derived->name) &&
					 has_terms(k, derived->formula)
				     ? KEPT
				     : LEFT;
	return k->verdicts[i] == KEPT;
}

size_t
events_keep_derived(const struct cg_header *output,
    const struct cg_header *input, struct cg_event *kept)
{
	struct keeping k = {
	    .output = output,
	    .input = input,
	    .verdicts = cli_alloc(input->nderived + 1, sizeof(*k.verdicts)),
	};
	size_t n = 0;

	for (size_t i = 0; i < input->nderived; i++)
		if (can_keep(&k, i))
			kept[n++] = input->derived[i];
	free(k.verdicts);
	return n;
}
