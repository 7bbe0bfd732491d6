/* SPDX-License-Identifier: BSD-2-Clause */
/* An object that was moved is found by the name of its file. */
#include <stdlib.h>
#include <string.h>

#include "builds.h"
#include "libcli/cli.h"

const char *
builds_file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* Returns the only object that is not in `other` and has the file name; NULL if
 * there are several or none. */
static const struct build_id *
find_moved(const struct build_ids *ids, const struct build_ids *other,
    const char *name)
{
	const struct build_id *found = NULL;

	for (size_t i = 0; i < ids->n; i++) {
		const char *path = ids->list[i].path;

		if (strcmp(builds_file_name(path), name) != 0 ||
		    build_ids_find(other, path) != NULL)
			continue;
		if (found != NULL)
			return NULL;
		found = &ids->list[i];
	}
	return found;
}

static void
add(struct builds *builds, const char *old, const char *new)
{
	builds->list = cli_grow(builds->list, builds->n, sizeof(*builds->list));
	builds->list[builds->n++] = (struct build){.old = old, .new = new};
}

void
builds_compare(struct builds *builds, const struct cg_header *old,
    const struct cg_header *new)
{
	build_ids_take(&builds->old, old);
	build_ids_take(&builds->new, new);
	for (size_t i = 0; i < builds->new.n; i++) {
		const struct build_id *now = &builds->new.list[i], *before;
		const char *id = build_ids_find(&builds->old, now->path);
		const char *name = builds_file_name(now->path);

		if (id != NULL) {
			if (strcmp(id, now->id) != 0)
				add(builds, now->path, now->path);
			continue;
		}
		before = find_moved(&builds->old, &builds->new, name);
		if (before != NULL && strcmp(before->id, now->id) != 0 &&
		    find_moved(&builds->new, &builds->old, name) == now)
			add(builds, before->path, now->path);
	}
}

void
builds_take_program(struct builds *builds, const char *old, const char *new)
{
	const char *before = build_ids_find(&builds->old, old);
	const char *now = build_ids_find(&builds->new, new);

	if (before == NULL || now == NULL || strcmp(before, now) != 0)
		builds->program = cli_copy(new, strlen(new));
	builds->old_program = cli_copy(old, strlen(old));
}

bool
builds_have(const struct builds *builds, const char *object)
{
	if (*object == '\0')
		return builds->n > 0;
	for (size_t i = 0; i < builds->n; i++)
		if (strcmp(object, builds->list[i].new) == 0 ||
		    strcmp(object, builds->list[i].old) == 0)
			return true;
	return builds->program != NULL && strcmp(object, builds->program) == 0;
}

const char *
builds_find(
    const struct builds *builds, const char *object, const char **old_path)
{
	if (builds->program != NULL && strcmp(object, builds->program) == 0) {
		*old_path = builds->old_program;
		return builds->program;
	}
	*old_path = object;
	for (size_t i = 0; i < builds->n; i++)
		if (strcmp(object, builds->list[i].old) == 0)
			return builds->list[i].new;
	return NULL;
}

static bool
has_file_name(const char *path, const char *name, size_t len)
{
	const char *file = builds_file_name(path);

	return strncmp(file, name, len) == 0 && file[len] == '\0';
}

const char *
builds_find_file(
    const struct builds *builds, const char *name, size_t len, bool is_old)
{
	for (size_t i = 0; i < builds->n; i++) {
		const struct build *build = &builds->list[i];
		const char *path = is_old ? build->old : build->new;

		if (has_file_name(path, name, len))
			return path;
	}
	return NULL;
}

void
builds_take(struct builds *builds, const struct pair *pair)
{
	const char *object = pair->new.object;
	__int128 change = (__int128)pair->new.counts[0] - pair->old.counts[0];

	if (pair->new.kind != CG_COSTS || builds->n == 0)
		return;
	builds->change += change;
	for (size_t i = 0; i < builds->n; i++)
		if (strcmp(object, builds->list[i].new) == 0 ||
		    strcmp(object, builds->list[i].old) == 0) {
			builds->list[i].change += change;
			break;
		}
}

void
builds_release(struct builds *builds)
{
	build_ids_release(&builds->old);
	build_ids_release(&builds->new);
	free(builds->list);
	free(builds->program);
	free(builds->old_program);
}
