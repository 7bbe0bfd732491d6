/* SPDX-License-Identifier: BSD-2-Clause */
/* The output has the events of the old profile; its header names both inputs.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/cycle_model.h"
#include "libquery/header/description.h"
#include "libquery/events/events.h"
#include "libquery/header/caches.h"
#include "libquery/header/folded_stacks.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/header/memory_model.h"
#include "libquery/header/processor.h"
#include "libquery/header/recursion_levels.h"
#include "diff_header.h"

size_t
diff_header_columns(const struct options *o)
{
	return o->keep_sides ? 3 : 1;
}

/* Returns the name of a side of an event, in new memory. */
static const char *
side_name(const struct options *o, const struct cg_header *old,
    const char *event, const char *side)
{
	char *name = cli_format("%s%s", event, side);

	if (events_have(old, name))
		cli_die("%s: expected no event %s, which --keep-sides adds",
		    o->old_name, name);
	return name;
}

static void
name_events(const struct options *o, const struct cg_header *old,
    struct cg_event *events)
{
	for (size_t i = 0; i < old->nevents; i++) {
		const char *name = old->events[i].name;

		*events++ = old->events[i];
		if (!o->keep_sides)
			continue;
		(events++)->name = side_name(o, old, name, "@old");
		(events++)->name = side_name(o, old, name, "@new");
	}
}

struct cg_header *
diff_header_new(const struct options *o, const struct cg_header *old,
    const struct cg_header *new, enum cg_format format)
{
	size_t nevents = old->nevents * diff_header_columns(o);
	struct cg_header *h = cli_alloc(1, sizeof(*h));
	const char **descs = cli_alloc(5, sizeof(*descs));
	struct cg_event *events = cli_alloc(nevents, sizeof(*events));
	struct folded_stacks folded = {.most = 0};
	int64_t levels = 0;

	descs[0] =
	    cli_format("Files compared: %s; %s", o->old_name, o->new_name);
	name_events(o, old, events);
	h->ndescs = 1;
	if (inlined_rows_in(new))
		descs[h->ndescs++] = inlined_rows_desc;
	recursion_levels_keep_least(&levels, old);
	recursion_levels_keep_least(&levels, new);
	if (format == CG_CALLGRIND &&
	    (recursion_levels_in(old) > 0 || recursion_levels_in(new) > 0))
		descs[h->ndescs++] = cli_format(
		    "%s %lld", recursion_levels_key, (long long)levels);
	folded_stacks_add(&folded, old);
	folded_stacks_add(&folded, new);
	if (folded.most > 0)
		descs[h->ndescs++] = folded_stacks_describe(&folded);
	if (cycle_model_desc(new) != NULL)
		descs[h->ndescs++] = cycle_model_desc(new);
	h->descs = descs;
	/* profiles of some programs have no command */
	h->cmd = *old->cmd == '\0' && *new->cmd == '\0'
		     ? cli_copy("", 0)
		     : cli_format("%s;%s%s", old->cmd,
			   *new->cmd != '\0' ? " " : "", new->cmd);
	h->nevents = nevents;
	h->events = events;
	h->format = format;
	h->nderived = old->nderived;
	h->derived = old->derived;
	return h;
}

void
diff_header_compare(const struct cg_header *old, const struct cg_header *new)
{
	const char *before = description_find(old, memory_model_key);
	const char *after = description_find(new, memory_model_key);
	char *processors = processor_difference(old, new);

	if (processors != NULL)
		cli_warn("the programs were shown different processors: %s",
		    processors);
	if (before != NULL && after != NULL && strcmp(before, after) != 0)
		cli_warn("the profiles simulate different memory systems: %s "
			 "and %s",
		    before, after);
	free(processors);
}

void
diff_header_compare_caches(const struct cg_header *old,
    const struct cg_header *new, const struct cg_event *events, size_t n)
{
	char *caches = caches_difference(old, new, events, n);

	if (caches != NULL)
		cli_warn("the profiles simulate different caches: %s", caches);
	free(caches);
}

void
diff_header_free(const struct options *o, struct cg_header *h)
{
	for (size_t i = 0; i < h->nevents; i++)
		if (i % diff_header_columns(o) != 0)
			free((void *)h->events[i].name);
	free((void *)h->events);
	free((void *)h->descs[0]);
	for (size_t i = 1; i < h->ndescs; i++)
		if (description_value(h->descs[i], folded_stacks_key) != NULL ||
		    description_value(h->descs[i], recursion_levels_key) !=
			NULL)
			free((void *)h->descs[i]);
	free((void *)h->descs);
	free((void *)h->cmd);
	free(h);
}
