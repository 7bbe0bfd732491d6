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
 * first one by the name of the function with its code; others that have addresses, "???".  An object
 * that the row does not have stays in the name.
 */
static const char *
compared_name(const struct unnamed *u, struct unnamed_name *to,
    const char *path, const char *name, bool has_object)
{
	const char *code = same_code_name(&u->same, u->side, path, name);
	size_t used = 0;

	while (*name != '\0') {
		size_t len = strcspn(name, "'");
		struct address_name parts;

		if (!address_name_parse(&parts, name)) {
			append(to, &used, name, len);
		} else if (code != NULL) {
			append(to, &used, code, strlen(code));
		} else {
			if (!has_object && parts.nobject > 0)
				append(to, &used, name, parts.nobject + 1);
			append(to, &used, cg_unknown_name,
			    strlen(cg_unknown_name));
		}
		code = NULL;
		name += len;
		if (*name == '\'')
			append(to, &used, name++, 1);
	}
	return to->name;
}

/* Notes the name of an object's file. */
static void
note_object(struct unnamed *u, const char *object)
{
	const char *file = builds_file_name(object);

	for (size_t i = 0; i < u->n; i++)
		if (strcmp(u->objects[i], file) == 0)
			return;
	u->objects = cli_grow(u->objects, u->n, sizeof(*u->objects));
	u->objects[u->n++] = cli_copy(file, strlen(file));
}

/* Returns the path of a function's object if the function is at an address, and there are two
 * builds of the object; else NULL.  Rows without objects may have its file name in the name. */
static const char *
path_of_unnamed(
    const struct unnamed *u, const char *object, const char *function)
{
	struct address_name parts;

	if (function == NULL || !address_name_parse(&parts, function) ||
	    cg_is_data(object))
		return NULL;
	if (*object == '\0' && parts.nobject > 0)
		return builds_find_file(
		    u->builds, function, parts.nobject, u->side == SAME_OLD);
	return builds_have(u->builds, object) ? object : NULL;
}

static void
rename_function(const struct unnamed *u, struct unnamed_name *to,
    const char *object, const char **function)
{
	const char *path = path_of_unnamed(u, object, *function);

	if (path != NULL)
		*function =
		    compared_name(u, to, path, *function, *object != '\0');
}

static void
rename_row(void *unnamed, struct cg_record *record)
{
	struct unnamed *u = unnamed;
	struct cg_target *target = &record->target;

	rename_function(u, &u->function, record->object, &record->function);
	rename_function(u, &u->target, target->object, &target->function);
}

/* Takes a function if it has no name.  Returns true if it has none. */
static bool
note_function(struct unnamed *u, const char *object, const char *function)
{
	const char *path = path_of_unnamed(u, object, function);
	struct address_name parts;

	if (path == NULL || !address_name_parse(&parts, function))
		return false;
	same_code_note(&u->same, u->side, path, function, parts.n);
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
		const char *path;

		cg_profile_at(side->rows, i, &record);
		if (record.kind != CG_COSTS)
			continue;
		u->all += size_of_count(record.counts[0]);
		path = path_of_unnamed(u, record.object, record.function);
		if (path == NULL || same_code_name(&u->same, u->side, path,
					record.function) != NULL)
			continue;
		u->joined += size_of_count(record.counts[0]);
		note_object(u, path);
	}
}

static void
warn(const struct unnamed *u)
{
	char *line = cli_copy("", 0);

	for (size_t i = 0; i < u->n; i++)
		cli_append(&line, "%s%s", i > 0 ? ", " : "", u->objects[i]);
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
