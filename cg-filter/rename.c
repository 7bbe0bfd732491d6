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
	struct rename *larger =
	    realloc(renames->list, (renames->n + 1) * sizeof(*larger));

	if (larger == NULL)
		cli_die("out of memory");
	renames->list = larger;
	larger[renames->n] = (struct rename){.old_prefix = NULL};
	return &larger[renames->n++];
}

void
renames_add_file(struct renames *renames, const char *expression)
{
	substitution_init(
	    &append(renames)->substitution, "--mod-filename", expression);
}

void
renames_add_function(struct renames *renames, const char *expression)
{
	struct rename *rename = append(renames);

	rename->of_functions = true;
	substitution_init(&rename->substitution, "--mod-funcname", expression);
}

/* --- prefixes ------------------------------------------------------------- */

/* "/usr/" and "/usr" are one folder; "/" is "" */
static char *
copy_folder(const char *dir, size_t len)
{
	char *copy;

	while (len > 0 && dir[len - 1] == '/')
		len--;
	copy = malloc(len + 1);
	if (copy == NULL)
		cli_die("out of memory");
	memcpy(copy, dir, len);
	copy[len] = '\0';
	return copy;
}

void
renames_add_strip(struct renames *renames, const char *dir)
{
	struct rename *rename = append(renames);

	if (*dir == '\0')
		cli_usage("--strip-prefix: expected a folder");
	rename->old_prefix = copy_folder(dir, strlen(dir));
	rename->new_prefix = "";
}

void
renames_add_map(struct renames *renames, const char *map)
{
	const char *equals = strchr(map, '=');
	struct rename *rename = append(renames);

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
	char *result;

	if (strncmp(path, rename->old_prefix, old_len) != 0)
		return NULL;
	if (*rest != '/' && (*rest != '\0' || new_len == 0))
		return NULL;
	if (new_len == 0 || rename->new_prefix[new_len - 1] == '/')
		rest += strspn(rest, "/");
	result = malloc(new_len + strlen(rest) + 1);
	if (result == NULL)
		cli_die("out of memory");
	sprintf(result, "%s%s", rename->new_prefix, rest);
	return result;
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

void
renames_apply(struct renames *renames, struct cg_record *record)
{
	if (renames->n == 0)
		return;
	record->file =
	    rename_name(renames, &renames->last_file, false, record->file);
	record->function = rename_name(
	    renames, &renames->last_function, true, record->function);
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
	free(renames->last_function.result);
}
