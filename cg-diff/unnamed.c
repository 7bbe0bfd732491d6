/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The levels of a recursion and callers are addresses, too: "0x1139'2", "0x1139'0x1250".
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/address_name.h"
#include "libquery/rank.h"
#include "same_code.h"
#include "unnamed.h"

enum { WARN_FROM = 100 }; /* a part of all costs: one in so many */

/* one row's function or called function */
struct unnamed_name {
	char *name;
	size_t room;
};

struct unnamed {
	const struct builds *builds;
	struct same_code same;
	enum same_side side; /* that is read or rewritten */
	struct unnamed_name function, target;
	size_t n;
	char **objects; /* with functions that were joined */
	unsigned __int128 joined,
	    all; /* costs of both sides, in the first event */
};

static void
append(struct unnamed_name *to, size_t *used, const char *text, size_t len)
{
	if (to->room < *used + len + 1) {
		to->room = 2 * (*used + len + 1);
		to->name = cli_resize(to->name, to->room, 1);
	}
	memcpy(to->name + *used, text, len);
	*used += len;
	to->name[*used] = '\0';
}

/*
 * Returns the name with what its functions are compared as, as long as `to` is not used again: the
 * first one by the name of the function with its code; others that have addresses, "???".
 */
static const char *
compared_name(const struct unnamed *u, struct unnamed_name *to,
    const char *object, const char *name)
{
	const char *code = same_code_name(&u->same, u->side, object, name);
	size_t used = 0;

	while (*name != '\0') {
		size_t len = strcspn(name, "'");
		bool is_known = address_name_length(name) == 0;

		if (code == NULL)
			code = cg_unknown_name;
		append(to, &used, is_known ? name : code,
		    is_known ? len : strlen(code));
		code = NULL;
		name += len;
		if (*name == '\'')
			append(to, &used, name++, 1);
	}
	return to->name;
}

static void
note_object(struct unnamed *u, const char *object)
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
	return function != NULL && address_name_length(function) > 0 &&
	       !cg_is_data(object) && builds_have(u->builds, object);
}

static void
rename_row(void *unnamed, struct cg_record *record)
{
	struct unnamed *u = unnamed;
	struct cg_target *target = &record->target;

	if (is_unnamed(u, record->object, record->function))
		record->function = compared_name(
		    u, &u->function, record->object, record->function);
	if (is_unnamed(u, target->object, target->function))
		target->function = compared_name(
		    u, &u->target, target->object, target->function);
}

/* Takes a function if it has no name.  Returns true if it has none. */
static bool
note_function(struct unnamed *u, const char *object, const char *function)
{
	if (!is_unnamed(u, object, function))
		return false;
	same_code_note(
	    &u->same, u->side, object, function, address_name_length(function));
	return true;
}

/* Takes the functions without names of a side.  Returns true if there are any. */
static bool
note_functions(struct unnamed *u, const struct side *side)
{
	struct cg_record record;
	bool found = false;

	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		cg_profile_at(side->rows, i, &record);
		found |= note_function(u, record.object, record.function);
		found |= note_function(
		    u, record.target.object, record.target.function);
	}
	return found;
}

/* Adds up the costs of a side, and of what is joined of it. */
static void
measure(struct unnamed *u, const struct side *side)
{
	struct cg_record record;

	for (size_t i = 0; i < cg_profile_len(side->rows); i++) {
		cg_profile_at(side->rows, i, &record);
		if (record.kind != CG_COSTS)
			continue;
		u->all += size_of_count(record.counts[0]);
		if (!is_unnamed(u, record.object, record.function) ||
		    same_code_name(&u->same, u->side, record.object,
			record.function) != NULL)
			continue;
		u->joined += size_of_count(record.counts[0]);
		note_object(u, record.object);
	}
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
	cli_warn("other builds without symbols: %s: functions that are not "
		 "matched by their code are compared together, as %s",
	    line, cg_unknown_name);
	free(line);
}

void
unnamed_join(const struct builds *builds, struct side *old, struct side *new)
{
	struct side *const sides[SAME_SIDES] = {old, new};
	struct unnamed u = {.builds = builds};
	bool found = false;

	for (u.side = 0; u.side < SAME_SIDES; u.side++)
		found |= note_functions(&u, sides[u.side]);
	if (found)
		same_code_find(&u.same, builds);
	for (u.side = 0; found && u.side < SAME_SIDES; u.side++) {
		measure(&u, sides[u.side]);
		side_rewrite(sides[u.side], rename_row, &u);
	}
	/* all programs have a few, such as those that call libraries */
	if (u.joined > 0 && u.joined * WARN_FROM >= u.all)
		warn(&u);
	for (size_t i = 0; i < u.n; i++)
		free(u.objects[i]);
	free(u.objects);
	same_code_release(&u.same);
	free(u.function.name);
	free(u.target.name);
}
