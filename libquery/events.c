/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of several profiles: a set, whose order does not matter. */
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
