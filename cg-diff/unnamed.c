/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The levels of a recursion and callers are addresses, too: "0x1139'2", "0x1139'0x1250".
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/address_name.h"
#include "libquery/rank.h"
#include "unnamed.h"

enum { WARN_FROM = 100 }; /* a part of all costs: one in so many */

/* one row's function or called function */
struct unnamed_name {
	char *name;
	size_t room;
};

struct unnamed {
	const struct builds *builds;
	struct unnamed_name function, target;
	size_t n;
	char **objects; /* with functions that were joined */
	unsigned __int128 joined,
	    all; /* costs of both sides, in the first event */
};

/* Returns the name with "???" for each address, as long as `to` is not used again. */
static const char *
without_addresses(struct unnamed_name *to, const char *name)
{
	size_t size = strlen(name) + 1, used = 0;

	/* an address is never shorter than what replaces it */
	if (to->room < size) {
		free(to->name);
		to->name = cli_alloc(size, 1);
		to->room = size;
	}
	while (*name != '\0') {
		size_t len = strcspn(name, "'");
		size_t address = address_name_length(name);
		const char *from = address > 0 ? cg_unknown_name : name;
		size_t n = address > 0 ? strlen(cg_unknown_name) : len;

		memcpy(to->name + used, from, n);
		used += n;
		name += len;
		if (*name == '\'') {
			to->name[used++] = '\'';
			name++;
		}
	}
	to->name[used] = '\0';
	return to->name;
}

static void
note(struct unnamed *u, const char *object)
{
	for (size_t i = 0; i < u->n; i++)
		if (strcmp(u->objects[i], object) == 0)
			return;
	u->objects = cli_grow(u->objects, u->n, sizeof(*u->objects));
	u->objects[u->n++] = cli_copy(object, strlen(object));
}

/* True if the function is at an address of an object of which there are two builds. */
static bool
is_unnamed(const struct unnamed *u, const char *object, const char *function)
{
	return address_name_length(function) > 0 && !cg_is_data(object) &&
	       builds_have(u->builds, object);
}

static void
join(void *unnamed, struct cg_record *record)
{
	struct unnamed *u = unnamed;

	if (is_unnamed(u, record->object, record->function)) {
		note(u, record->object);
		record->function =
		    without_addresses(&u->function, record->function);
	}
	if (record->target.function != NULL &&
	    is_unnamed(u, record->target.object, record->target.function))
		record->target.function =
		    without_addresses(&u->target, record->target.function);
}

/* Adds the costs of a side up.  Returns true if it has functions to join. */
static bool
measure(struct unnamed *u, const struct side *side)
{
	struct cg_record record;
	bool found = false;

	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		bool is_joined;

		cg_profile_at(side->rows, i, &record);
		is_joined = is_unnamed(u, record.object, record.function);
		found |= is_joined;
		if (record.kind != CG_COSTS)
			continue;
		u->all += size_of_count(record.counts[0]);
		if (is_joined)
			u->joined += size_of_count(record.counts[0]);
	}
	return found;
}

static void
warn(const struct unnamed *u)
{
	char *line = cli_copy("", 0);

	for (size_t i = 0; i < u->n; i++) {
		char *longer = cli_format("%s%s%s", line, i > 0 ? ", " : "",
		    builds_file_name(u->objects[i]));

		free(line);
		line = longer;
	}
	cli_warn("other builds without symbols: %s: their functions are not "
		 "matched by address, but are compared together, as %s",
	    line, cg_unknown_name);
	free(line);
}

void
unnamed_join(const struct builds *builds, struct side *old, struct side *new)
{
	struct unnamed u = {.builds = builds};
	bool found = measure(&u, old);

	if (!measure(&u, new) && !found)
		return;
	side_rewrite(old, join, &u);
	side_rewrite(new, join, &u);
	/* all programs have a few, such as those that call libraries */
	if (u.joined > 0 && u.joined * WARN_FROM >= u.all)
		warn(&u);
	for (size_t i = 0; i < u.n; i++)
		free(u.objects[i]);
	free(u.objects);
	free(u.function.name);
	free(u.target.name);
}
