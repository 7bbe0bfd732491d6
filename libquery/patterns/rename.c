/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Consecutive rows mostly have the same file and function, so only the last
 * result for each kind of name is remembered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/windows_path.h"
#include "generics.h"
#include "rename.h"
#include "substitution.h"

enum { OF_FILES = 1, OF_FUNCTIONS = 2, OF_OBJECTS = 4 };

struct rename {
	unsigned int kinds;               /* of names: OF_FILES | ... */
	bool merges_generics;             /* else one of the next two */
	char *old_prefix;                 /* NULL: a substitution */
	const char *new_prefix;           /* "": stripped */
	struct substitution substitution; /* if old_prefix is NULL */
};

static struct rename *
append(struct renames *renames)
{
	renames->list =
	    cli_grow(renames->list, renames->n, sizeof(*renames->list));
	renames->list[renames->n] = (struct rename){.old_prefix = NULL};
	return &renames->list[renames->n++];
}

/* --- prefixes ------------------------------------------------------------- */

/* Copies a directory without separators at its end: "/" is "". */
static char *
copy_directory(const char *dir, size_t len)
{
	const char *separators = path_separators(dir);

	while (len > 0 && strchr(separators, dir[len - 1]) != NULL)
		len--;
	return cli_copy(dir, len);
}

static void
set_strip(struct rename *rename, const char *dir)
{
	if (*dir == '\0')
		cli_usage("--strip-prefix: expected a directory");
	rename->old_prefix = copy_directory(dir, strlen(dir));
	rename->new_prefix = "";
	rename->kinds = OF_FILES | OF_OBJECTS;
}

static void
set_map(struct rename *rename, const char *map)
{
	const char *equals = strchr(map, '=');

	if (equals == NULL || equals == map)
		cli_usage("--map-prefix: expected OLD=NEW, found \"%s\"", map);
	rename->old_prefix = copy_directory(map, (size_t)(equals - map));
	rename->new_prefix = equals + 1;
	rename->kinds = OF_FILES | OF_OBJECTS;
}

static void
set_substitution(struct rename *rename, int option, const char *expression)
{
	static const struct {
		const char *name;
		unsigned int kinds;
	} options[] = {
	    [RENAME_FILE - RENAME_FILE] = {"--mod-filename", OF_FILES},
	    [RENAME_FUNCTION - RENAME_FILE] = {"--mod-funcname", OF_FUNCTIONS},
	    [RENAME_OBJECT - RENAME_FILE] = {"--mod-objname", OF_OBJECTS},
	};

	rename->kinds = options[option - RENAME_FILE].kinds;
	substitution_init(&rename->substitution,
	    options[option - RENAME_FILE].name, expression);
}

/* True if the path begins with the prefix; all separators are the same. */
static bool
begins_with(const char *path, const char *prefix, const char *separators)
{
	for (; *prefix != '\0'; path++, prefix++)
		if (*path != *prefix &&
		    (*path == '\0' || strchr(separators, *path) == NULL ||
			strchr(separators, *prefix) == NULL))
			return false;
	return true;
}

/* Returns a new string, or NULL if the path is not below the old prefix.  The rest of
 * a path of Windows is one of another system if the new prefix is. */
static char *
replace_prefix(const struct rename *rename, const char *path)
{
	size_t old_len = strlen(rename->old_prefix);
	size_t new_len = strlen(rename->new_prefix);
	const char *separators = path_separators(path);
	const char *rest;
	char *renamed;

	if (!begins_with(path, rename->old_prefix, separators))
		return NULL;
	rest = path + old_len;
	if ((*rest == '\0' || strchr(separators, *rest) == NULL) &&
	    (*rest != '\0' || new_len == 0))
		return NULL;
	if (new_len == 0 ||
	    strchr(separators, rename->new_prefix[new_len - 1]) != NULL)
		rest += strspn(rest, separators);
	renamed = cli_format("%s%s", rename->new_prefix, rest);
	if (path_is_windows(path) && !path_is_windows(renamed))
		path_turn_slashes(renamed + new_len);
	return renamed;
}

/* --- generics ------------------------------------------------------------- */

static bool
merges_generics(const char *value)
{
	if (strcmp(value, "merge") != 0 && strcmp(value, "keep") != 0)
		cli_usage(
		    "--generics: expected merge or keep, found \"%s\"", value);
	return strcmp(value, "merge") == 0;
}

/* --- options -------------------------------------------------------------- */

void
renames_option(struct renames *renames, int option)
{
	struct rename *rename;

	if (option < RENAME_FILE || option > RENAME_GENERICS ||
	    (option == RENAME_GENERICS && !merges_generics(optarg)))
		return;
	rename = append(renames);
	if (option == RENAME_STRIP)
		set_strip(rename, optarg);
	else if (option == RENAME_MAP)
		set_map(rename, optarg);
	else if (option == RENAME_GENERICS)
		*rename = (struct rename){
		    .kinds = OF_FUNCTIONS, .merges_generics = true};
	else
		set_substitution(rename, option, optarg);
}

void
renames_strip(struct renames *renames, const char *dir)
{
	set_strip(append(renames), dir);
}

/* --- applying ------------------------------------------------------------- */

/* Returns a new string, or NULL if no rename changes the name. */
static char *
apply_all(const struct renames *renames, unsigned int kind, const char *name)
{
	char *result = NULL;

	for (size_t i = 0; i < renames->n; i++) {
		const struct rename *rename = &renames->list[i];
		const char *old = result != NULL ? result : name;
		char *new;

		if ((rename->kinds & kind) == 0)
			continue;
		if (rename->merges_generics)
			new = generic_name(old);
		else if (rename->old_prefix != NULL)
			new = replace_prefix(rename, old);
		else
			new = substitution_apply(&rename->substitution, old);
		if (new != NULL) {
			free(result);
			result = new;
		}
	}
	return result;
}

char *
renames_path(const struct renames *renames, const char *path)
{
	return apply_all(renames, OF_FILES, path);
}

static const char *
rename_name(const struct renames *renames, struct renamed *last,
    unsigned int kind, const char *name)
{
	/* compared by content, because the reader reuses the memory of names */
	if (last->name == NULL || strcmp(last->name, name) != 0) {
		free(last->name);
		free(last->result);
		last->name = cli_copy(name, strlen(name));
		last->result = apply_all(renames, kind, name);
	}
	return last->result != NULL ? last->result : name;
}

/* Leaves an unknown object, "", as it is. */
static const char *
rename_object(
    const struct renames *renames, struct renamed *last, const char *name)
{
	return *name != '\0' ? rename_name(renames, last, OF_OBJECTS, name)
			     : name;
}

static void
rename_row(struct renames *renames, struct cg_record *record)
{
	bool in_def_file = record->def_file == record->file;

	record->object =
	    rename_object(renames, &renames->last_object, record->object);
	record->file =
	    rename_name(renames, &renames->last_file, OF_FILES, record->file);
	record->def_file = in_def_file
			       ? record->file
			       : rename_name(renames, &renames->last_def_file,
				     OF_FILES, record->def_file);
	record->function = rename_name(
	    renames, &renames->last_function, OF_FUNCTIONS, record->function);
}

static void
rename_host(struct renames *renames, struct cg_record *record)
{
	record->host_file = rename_name(
	    renames, &renames->last_host_file, OF_FILES, record->host_file);
	record->host = rename_name(
	    renames, &renames->last_host, OF_FUNCTIONS, record->host);
}

static void
rename_target(struct renames *renames, struct cg_target *target)
{
	target->object = rename_object(
	    renames, &renames->last_called_object, target->object);
	target->file = rename_name(
	    renames, &renames->last_called_file, OF_FILES, target->file);
	target->function = rename_name(renames, &renames->last_called_function,
	    OF_FUNCTIONS, target->function);
}

void
renames_apply(struct renames *renames, struct cg_record *record)
{
	if (renames->n == 0 || record->kind == CG_ENTRIES)
		return;
	if (!cg_is_filtered(record->file))
		rename_row(renames, record);
	if (record->host != NULL && !cg_is_filtered(record->host_file))
		rename_host(renames, record);
	if (record->kind != CG_COSTS && !cg_is_folded(record->kind) &&
	    !cg_is_filtered(record->target.file))
		rename_target(renames, &record->target);
}

static void
renamed_release(struct renamed *last)
{
	free(last->name);
	free(last->result);
}

void
renames_release(struct renames *renames)
{
	for (size_t i = 0; i < renames->n; i++) {
		free(renames->list[i].old_prefix);
		substitution_release(&renames->list[i].substitution);
	}
	free(renames->list);
	renamed_release(&renames->last_object);
	renamed_release(&renames->last_file);
	renamed_release(&renames->last_def_file);
	renamed_release(&renames->last_function);
	renamed_release(&renames->last_host_file);
	renamed_release(&renames->last_host);
	renamed_release(&renames->last_called_object);
	renamed_release(&renames->last_called_file);
	renamed_release(&renames->last_called_function);
}
