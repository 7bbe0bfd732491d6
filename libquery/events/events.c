/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of several profiles are a set: their order does not matter. */
#include <stdio.h>
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
	return cg_header_derived(header, name, strlen(name)) >= 0;
}

static _Noreturn void
die_of_event(const char *event, const char *having, const char *lacking,
    const char *hint)
{
	cli_die("%s has the event %s, and %s does not%s", having, event,
	    lacking,
	    *hint != '\0' ? hint : " (cg-filter --events=A,B keeps some)");
}

void
events_demand_same(const struct cg_header *first, const char *first_path,
    const struct cg_header *other, const char *path, const char *hint)
{
	for (size_t i = 0; i < first->nevents; i++)
		if (!events_have(other, first->events[i].name))
			die_of_event(
			    first->events[i].name, first_path, path, hint);
	for (size_t i = 0; i < other->nevents; i++)
		if (!events_have(first, other->events[i].name))
			die_of_event(
			    other->events[i].name, path, first_path, hint);
}

/* Appends a name to a list; "..." ends a list that is full. */
static void
append_name(char *list, size_t size, const char *name)
{
	size_t used = strlen(list);
	int len = snprintf(
	    list + used, size - used, "%s%s", used > 0 ? ", " : "", name);

	if ((size_t)len >= size - used)
		memcpy(list + size - sizeof("..."), "...", sizeof("..."));
}

void
events_reject(const struct cg_header *header, const char *option,
    const char *name, size_t len)
{
	char list[512] = "";

	for (size_t i = 0; i < header->nevents; i++)
		append_name(list, sizeof(list), header->events[i].name);
	for (size_t i = 0; i < header->nderived; i++)
		if (!events_have(header, header->derived[i].name))
			append_name(
			    list, sizeof(list), header->derived[i].name);
	cli_usage("%s: expected one of the events %s, found \"%.*s\"", option,
	    list, (int)len, name);
}

size_t
events_find(const struct cg_header *header, const char *option,
    const char *name, size_t len)
{
	int event = cg_header_event(header, name, len);
	struct cg_header counted = *header;

	counted.nderived = 0;
	if (event < 0)
		events_reject(&counted, option, name, len);
	return (size_t)event;
}

int
events_side(const struct cg_header *header, size_t event, const char *side)
{
	char *name = cli_format("%s@%s", header->events[event].name, side);
	int found = cg_header_event(header, name, strlen(name));

	free(name);
	return found;
}

bool
events_whole(const struct cg_header *header, const int64_t *totals,
    size_t event, bool are_changes, int64_t *whole)
{
	int known =
	    are_changes ? events_side(header, event, "old") : (int)event;

	*whole = known >= 0 ? totals[known] : 0;
	return known >= 0;
}

size_t
events_keep_derived(const struct cg_header *output,
    const struct cg_header *input, struct cg_event *kept)
{
	struct cg_error error;
	int n = cg_header_keep_derived(output, input, kept, &error);

	if (n < 0)
		cli_die("%s", error.text);
	return (size_t)n;
}
