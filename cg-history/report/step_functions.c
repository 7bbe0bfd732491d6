/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "step_functions.h"

/* a change, and all that moved to or from it */
struct group {
	const struct function_change *change;
	__int128 old, new;
	const struct function_change *moved; /* the first of them; NULL: none */
	size_t nmoved;
};

static unsigned __int128
size_of(__int128 change)
{
	return change < 0 ? -(unsigned __int128)change
			  : (unsigned __int128)change;
}

static int
by_size(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	unsigned __int128 i = size_of(x->new - x->old);
	unsigned __int128 k = size_of(y->new - y->old);

	if (i == k) {
		i = size_of(x->old);
		k = size_of(y->old);
	}
	if (i != k)
		return i > k ? -1 : 1;
	return (x->change > y->change) - (x->change < y->change);
}

static void
add_to_group(struct group *group, const struct function_change *change)
{
	group->old += change->old;
	group->new += change->new;
	if (change->partner == NULL)
		return;
	if (group->nmoved++ == 0)
		group->moved = change;
}

/* Returns the groups, to be freed, the largest change first. */
static struct group *
make_groups(const struct function_changes *changes, size_t *n)
{
	struct group *groups = cli_alloc(changes->n, sizeof(*groups));

	for (size_t i = 0; i < changes->n; i++) {
		const struct function_change *root = &changes->list[i];

		while (root->partner != NULL)
			root = root->partner;
		groups[root - changes->list].change = root;
		add_to_group(&groups[root - changes->list], &changes->list[i]);
	}
	*n = 0;
	for (size_t i = 0; i < changes->n; i++)
		if (groups[i].change != NULL)
			groups[(*n)++] = groups[i];
	qsort(groups, *n, sizeof(*groups), by_size);
	return groups;
}

void
step_functions_take(
    struct step_functions *functions, const struct function_changes *changes)
{
	struct group *groups = make_groups(changes, &functions->nall);

	functions->n = functions->nall < STEP_FUNCTIONS_MOST
			   ? functions->nall
			   : STEP_FUNCTIONS_MOST;
	functions->list = cli_alloc(functions->n, sizeof(*functions->list));
	for (size_t i = 0; i < functions->n; i++) {
		const struct function_change *c = groups[i].change;

		functions->list[i] = (struct step_function){
		    .file = cli_copy(c->file, strlen(c->file)),
		    .function = cli_copy(c->function, strlen(c->function)),
		    .note = groups[i].nmoved > 0
				? function_moves_describe(
				      groups[i].moved, groups[i].nmoved)
				: cli_copy("", 0),
		    .old = groups[i].old,
		    .new = groups[i].new,
		};
	}
	free(groups);
}

/* Returns the names of a function that is at a place, and those that it had before. */
static struct function_pair
find_names(
    const struct function_changes *changes, const struct step_function *f)
{
	struct function_pair pair = {
	    {f->file, f->function}, {f->file, f->function}};

	for (size_t i = 0; i < changes->n; i++) {
		const struct function_change *c = &changes->list[i];

		if (c->partner != NULL &&
		    (c->kind == MOVED_FILE || c->kind == MOVED_NAME) &&
		    strcmp(c->partner->file, f->file) == 0 &&
		    strcmp(c->partner->function, f->function) == 0)
			pair.old =
			    (struct function_place){c->file, c->function};
	}
	return pair;
}

void
step_functions_take_lines(struct step_functions *functions,
    const struct function_changes *changes, const struct function_rows *old,
    size_t old_event, const struct function_rows *new, size_t new_event,
    const struct step *step)
{
	struct function_pair pairs[STEP_FUNCTIONS_MOST];
	struct file_changes files;
	struct line_changes lines;

	if (!function_rows_have_lines(old) || !function_rows_have_lines(new))
		return;
	for (size_t i = 0; i < functions->n; i++)
		pairs[i] = find_names(changes, &functions->list[i]);
	file_changes_read(&files, step->old->commit, step->new->commit);
	line_changes_find(&lines, old, old_event, new, new_event, pairs,
	    functions->n, &files);
	for (size_t i = 0; i < lines.n; i++) {
		struct step_function *f = &functions->list[lines.list[i].pair];

		if (f->nlines == STEP_LINES_MOST)
			continue;
		f->lines = cli_grow(f->lines, f->nlines, sizeof(*f->lines));
		f->lines[f->nlines++] = lines.list[i];
	}
	line_changes_release(&lines);
	file_changes_release(&files);
}

int64_t
step_functions_line(const struct step_functions *functions,
    const struct function_change *change)
{
	for (size_t i = 0; i < functions->n; i++) {
		const struct step_function *f = &functions->list[i];

		if (f->nlines > 0 && strcmp(f->file, change->file) == 0 &&
		    strcmp(f->function, change->function) == 0)
			return f->lines[0].line;
	}
	return 0;
}

void
step_functions_release(struct step_functions *functions)
{
	for (size_t i = 0; i < functions->n; i++) {
		free(functions->list[i].file);
		free(functions->list[i].function);
		free(functions->list[i].note);
		free(functions->list[i].lines);
	}
	free(functions->list);
}
