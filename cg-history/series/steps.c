/* SPDX-License-Identifier: BSD-2-Clause */
/* Walks from the first commit to the last one, for each key of settings. */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "steps.h"

/* what a commit has of its own or from its ancestors, with certain settings */
struct base {
	const struct entry *entry; /* NULL: nothing */
	size_t
	    age; /* commits after it, up to this one, that are not recorded */
};

struct walk {
	const struct commits *commits;
	const struct entries *entries;
	size_t nkeys;
	const char **keys;
	struct base
	    *bases; /* of a commit, one for each key, after each other */
};

static int
compare_keys(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Lists the keys of settings, each once.  Most neighbours have the same, which makes the list short
 * before it is sorted. */
static void
list_keys(struct walk *w)
{
	size_t n = 0;

	w->keys = cli_alloc(w->entries->n + 1, sizeof(*w->keys));
	for (size_t i = 0; i < w->entries->n; i++)
		if (n == 0 ||
		    strcmp(w->keys[n - 1], w->entries->list[i].settings) != 0)
			w->keys[n++] = w->entries->list[i].settings;
	qsort(w->keys, n, sizeof(*w->keys), compare_keys);
	for (size_t i = 0; i < n; i++)
		if (w->nkeys == 0 ||
		    strcmp(w->keys[w->nkeys - 1], w->keys[i]) != 0)
			w->keys[w->nkeys++] = w->keys[i];
}

static struct base *
base_of(const struct walk *w, size_t commit, size_t key)
{
	return &w->bases[commit * w->nkeys + key];
}

/* Returns the base of the first parent that has one. */
static struct base
inherit(const struct walk *w, size_t commit, size_t key)
{
	const struct commit *c = &w->commits->list[commit];

	for (size_t i = 0; i < c->nparents; i++) {
		struct base base;

		if (c->parents[i] == SIZE_MAX)
			continue;
		base = *base_of(w, c->parents[i], key);
		if (base.entry != NULL)
			return base;
	}
	return (struct base){.entry = NULL};
}

/* Returns the first entry of each commit, to be freed; the number of all entries: it has none.  Both
 * lists are sorted by commit, so this takes one walk. */
static size_t *
find_own(const struct commits *commits, const struct entries *entries)
{
	size_t *own = cli_alloc(commits->n + 1, sizeof(*own)), at = 0;

	for (size_t i = 0; i < commits->n; i++) {
		size_t commit = commits->by_id[i];
		const char *id = commits->list[commit].id;
		int order = -1;

		while (at < entries->n &&
		       (order = strcmp(entries->list[at].commit, id)) < 0)
			at++;
		own[commit] = order == 0 && at < entries->n ? at : entries->n;
	}
	return own;
}

static void
find_bases(struct walk *w)
{
	size_t *own_of = find_own(w->commits, w->entries);

	w->bases = cli_alloc(w->commits->n * w->nkeys + 1, sizeof(*w->bases));
	for (size_t commit = w->commits->n; commit-- > 0;) {
		const char *id = w->commits->list[commit].id;

		for (size_t key = 0; key < w->nkeys; key++) {
			struct base *base = base_of(w, commit, key);

			*base = inherit(w, commit, key);
			base->age++;
		}
		for (size_t i = own_of[commit];
		     i < w->entries->n &&
		     strcmp(w->entries->list[i].commit, id) == 0;
		     i++) {
			const struct entry *own = &w->entries->list[i];
			const char *settings = own->settings;
			size_t key =
			    (size_t)((const char **)bsearch(&settings, w->keys,
					 w->nkeys, sizeof(*w->keys),
					 compare_keys) -
				     w->keys);

			*base_of(w, commit, key) = (struct base){own, 0};
		}
	}
	free(own_of);
}

/* Returns the base of a parent with the same rows; without an entry, there is none. */
static struct base
inherit_same(
    const struct walk *w, size_t commit, size_t key, const struct entry *entry)
{
	const struct commit *c = &w->commits->list[commit];

	for (size_t i = 0; i < c->nparents; i++) {
		const struct base *base = c->parents[i] != SIZE_MAX
					      ? base_of(w, c->parents[i], key)
					      : NULL;

		if (base != NULL && base->entry != NULL &&
		    strcmp(base->entry->rows, entry->rows) == 0)
			return *base;
	}
	return (struct base){.entry = NULL};
}

/* Returns the nearest base with any other settings. */
static struct base
inherit_other(const struct walk *w, size_t commit)
{
	struct base nearest = {.entry = NULL};

	for (size_t key = 0; key < w->nkeys; key++) {
		struct base base = inherit(w, commit, key);

		if (base.entry != NULL &&
		    (nearest.entry == NULL || base.age < nearest.age))
			nearest = base;
	}
	return nearest;
}

static void
add(struct steps *steps, const struct step *step)
{
	steps->list = cli_grow(steps->list, steps->n, sizeof(*steps->list));
	steps->list[steps->n++] = *step;
}

/* Adds the step of a recording. */
static void
add_recording(struct steps *steps, const struct walk *w, size_t commit,
    size_t key, const struct entry *entry)
{
	struct base base = inherit_same(w, commit, key, entry);
	struct step step = {.kind = STEP_SAME, .commit = commit, .new = entry};

	if (base.entry == NULL) {
		base = inherit(w, commit, key);
		step.kind = STEP_CHANGE;
	}
	if (base.entry == NULL) {
		base = inherit_other(w, commit);
		step.kind = base.entry != NULL ? STEP_BREAK : STEP_FIRST;
	}
	step.old = base.entry;
	step.nbetween = base.entry != NULL ? base.age : 0;
	add(steps, &step);
}

static void
release(struct walk *w)
{
	free(w->keys);
	free(w->bases);
}

void
steps_find(struct steps *steps, const struct commits *commits,
    const struct entries *entries)
{
	struct walk w = {.commits = commits, .entries = entries};

	*steps = (struct steps){0};
	list_keys(&w);
	find_bases(&w);
	for (size_t commit = 0; commit < commits->n; commit++) {
		bool is_recorded = false;

		if (!commits->list[commit].is_in_range)
			continue;
		for (size_t key = 0; key < w.nkeys; key++) {
			const struct base *base = base_of(&w, commit, key);

			if (base->entry == NULL || base->age > 0)
				continue;
			is_recorded = true;
			add_recording(steps, &w, commit, key, base->entry);
		}
		if (!is_recorded)
			add(steps, &(struct step){.kind = STEP_UNMEASURED,
				       .commit = commit});
	}
	release(&w);
}

const struct entry *
steps_ancestor(const struct commits *commits, const struct entries *entries,
    size_t commit, const char *settings, bool is_own)
{
	struct walk w = {.commits = commits, .entries = entries};
	struct base nearest = {.entry = NULL};

	list_keys(&w);
	find_bases(&w);
	for (size_t key = 0; key < w.nkeys; key++) {
		struct base base = is_own ? *base_of(&w, commit, key)
					  : inherit(&w, commit, key);

		if (base.entry != NULL &&
		    (settings == NULL || strcmp(settings, w.keys[key]) == 0) &&
		    (nearest.entry == NULL || base.age < nearest.age))
			nearest = base;
	}
	release(&w);
	return nearest.entry;
}

void
steps_release(struct steps *steps)
{
	free(steps->list);
}
