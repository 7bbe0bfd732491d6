/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of renames.  Rows mostly come in runs of one file and function, so
 * only the last result of each is remembered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "rename.h"
#include "substitution.h"

struct rename {
	bool of_functions;                /* else of files */
	char *old_prefix;                 /* NULL: a substitution */
	const char *new_prefix;           /* "": stripped */
	struct substitution substitution; /* where old_prefix is NULL */
};

static struct rename *
append(struct renames *renames)
{
	renames->list =
	    cli_resize(renames->list, renames->n + 1, sizeof(*renames->list));
	renames->list[renames->n] = (struct rename){.old_prefix = NULL};
	return &renames->list[renames->n++];
}

/* --- prefixes ------------------------------------------------------------- */

/* "/usr/" and "/usr" are one folder; "/" is "" */
static char *
copy_folder(const char *dir, size_t len)
{
	while (len > 0 && dir[len - 1] == '/')
		len--;
	return cli_copy(dir, len);
}

static void
set_strip(struct rename *rename, const char *dir)
{
	if (*dir == '\0')
		cli_usage("--strip-prefix: expected a folder");
	rename->old_prefix = copy_folder(dir, strlen(dir));
	rename->new_prefix = "";
}

static void
set_map(struct rename *rename, const char *map)
{
	const char *equals = strchr(map, '=');

	if (equals == NULL || equals == map)
		cli_usage("--map-prefix: expected OLD=NEW, found \"%s\"", map);
	rename->old_prefix = copy_folder(map, (size_t)(equals - map));
	rename->new_prefix = equals + 1;
}

/* a new string, or NULL where the path is not below the old prefix */
static char *
replace_prefix(const struct rename *rename, const char *path)
{
	size_t old_len = strlen(rename->old_prefix);
	size_t new_len = strlen(rename->new_prefix);
	const char *rest = path + old_len;

	if (strncmp(path, rename->old_prefix, old_len) != 0)
		return NULL;
	if (*rest != '/' && (*rest != '\0' || new_len == 0))
		return NULL;
	if (new_len == 0 || rename->new_prefix[new_len - 1] == '/')
		rest += strspn(rest, "/");
	return cli_format("%s%s", rename->new_prefix, rest);
}

/* --- options -------------------------------------------------------------- */

void
renames_option(struct renames *renames, int option)
{
	struct rename *rename;

	if (option < RENAME_FILE || option > RENAME_MAP)
		return;
	rename = append(renames);
	rename->of_functions = option == RENAME_FUNCTION;
	if (option == RENAME_STRIP)
		set_strip(rename, optarg);
	else if (option == RENAME_MAP)
		set_map(rename, optarg);
	else
		substitution_init(&rename->substitution,
		    rename->of_functions ? "--mod-funcname" : "--mod-filename",
		    optarg);
}

void
renames_strip(struct renames *renames, const char *dir)
{
	set_strip(append(renames), dir);
}

/* --- applying ------------------------------------------------------------- */

static char *
apply_one(const struct rename *rename, const char *name)
{
	if (rename->old_prefix != NULL)
		return replace_prefix(rename, name);
	return substitution_apply(&rename->substitution, name);
}

/* a new string, or NULL where nothing changes the name */
static char *
apply_all(const struct renames *renames, bool of_functions, const char *name)
{
	char *result = NULL;

	for (size_t i = 0; i < renames->n; i++) {
		char *next;

		if (renames->list[i].of_functions != of_functions)
			continue;
		next = apply_one(
		    &renames->list[i], result != NULL ? result : name);
		if (next != NULL) {
			free(result);
			result = next;
		}
	}
	return result;
}

static const char *
rename_name(const struct renames *renames, struct renamed *last,
    bool of_functions, const char *name)
{
	if (last->name != name) {
		free(last->result);
		last->name = name;
		last->result = apply_all(renames, of_functions, name);
	}
	return last->result != NULL ? last->result : name;
}

static bool
is_hidden(const char *file)
{
	return strcmp(file, cg_filtered) == 0;
}

static void
rename_row(struct renames *renames, struct cg_record *record)
{
	bool at_home = record->home == record->file;

	record->file =
	    rename_name(renames, &renames->last_file, false, record->file);
	record->home = at_home ? record->file
			       : rename_name(renames, &renames->last_home,
				     false, record->home);
	record->function = rename_name(
	    renames, &renames->last_function, true, record->function);
}

static void
rename_target(struct renames *renames, struct cg_target *target)
{
	target->file = rename_name(
	    renames, &renames->last_called_file, false, target->file);
	target->function = rename_name(
	    renames, &renames->last_called_function, true, target->function);
}

void
renames_apply(struct renames *renames, struct cg_record *record)
{
	if (renames->n == 0)
		return;
	if (!is_hidden(record->file))
		rename_row(renames, record);
	if (record->kind != CG_COSTS && !is_hidden(record->target.file))
		rename_target(renames, &record->target);
}

void
renames_release(struct renames *renames)
{
	for (size_t i = 0; i < renames->n; i++) {
		free(renames->list[i].old_prefix);
		substitution_release(&renames->list[i].substitution);
	}
	free(renames->list);
	free(renames->last_file.result);
	free(renames->last_home.result);
	free(renames->last_function.result);
	free(renames->last_called_file.result);
	free(renames->last_called_function.result);
}
