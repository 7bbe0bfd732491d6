/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks for a source once, however often a report reads it.  A server wants the
 * build of the object that the source was compiled into.  A profile in
 * Cachegrind's format does not say which object that is, so one after the other
 * is tried, the one that answered last first: neighbours mostly have the same.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libnames/object_names.h"
#include "libquery/lower_bound.h"
#include "fetched_sources.h"

/* requests in a row that find nothing: a server takes a moment for each */
enum { MOST_MISSES = 100 };

struct fetched_object {
	const struct build_id *build;
	bool is_candidate; /* for the source that is looked for */
};

struct fetched_source {
	char *name;
	char *copy; /* NULL: there is none */
};

struct fetched_sources {
	const struct callgraph *graph;
	struct names_sources *servers;
	struct fetched_object *objects; /* with build IDs */
	size_t nobjects;
	struct fetched_source *list; /* sorted by name */
	size_t n;
	size_t nmisses; /* since the last source that was found */
	bool has_fetched;
	bool is_over; /* no more requests */
};

struct fetched_sources *
fetched_sources_new(const struct build_ids *ids, const struct callgraph *graph)
{
	struct fetched_sources *f = cli_alloc(1, sizeof(*f));

	f->graph = graph;
	f->servers = names_sources_new();
	f->objects = cli_alloc(ids->n, sizeof(*f->objects));
	for (size_t i = 0; i < ids->n; i++)
		if (names_is_build_id(ids->list[i].id))
			f->objects[f->nobjects++].build = &ids->list[i];
	return f;
}

/* --- requests ------------------------------------------------------------- */

static void
end_requests(struct fetched_sources *f, const char *reason)
{
	f->is_over = true;
	cli_warn("no %ssources are fetched: %s", f->has_fetched ? "more " : "",
	    reason);
}

/* Marks the objects that have functions of the source; if the profile knows
 * none, all. */
static void
find_candidates(struct fetched_sources *f, const char *name)
{
	bool has_any = false;

	for (size_t i = 0; i < f->nobjects; i++)
		f->objects[i].is_candidate = false;
	for (size_t i = 0; i < f->graph->nfunctions; i++) {
		struct cg_record row;

		cg_profile_at(f->graph->functions, i, &row);
		if (strcmp(row.def_file, name) != 0)
			continue;
		for (size_t j = 0; j < f->nobjects; j++)
			if (strcmp(row.object, f->objects[j].build->path) == 0)
				has_any = f->objects[j].is_candidate = true;
	}
	for (size_t i = 0; !has_any && i < f->nobjects; i++)
		f->objects[i].is_candidate = true;
}

static void
move_to_front(struct fetched_sources *f, size_t i)
{
	struct fetched_object object = f->objects[i];

	memmove(&f->objects[1], f->objects, i * sizeof(object));
	f->objects[0] = object;
}

/* Returns the path of the copy; NULL: the object's build has no such source. */
static char *
ask(struct fetched_sources *f, size_t i, const char *name)
{
	struct cg_error error;
	char *copy;
	int status = names_sources_fetch(
	    f->servers, f->objects[i].build->id, name, &copy, &error);

	if (status > 0) {
		f->nmisses = 0;
		f->has_fetched = true;
		move_to_front(f, i);
		return copy;
	}
	if (status < 0)
		end_requests(f, error.text);
	else if (++f->nmisses == MOST_MISSES)
		end_requests(f, "100 requests in a row found none");
	return NULL;
}

static char *
fetch(struct fetched_sources *f, const char *name)
{
	char *copy = NULL;

	if (f->nobjects == 0 && !f->is_over)
		end_requests(f, "the profile has no build IDs");
	if (f->is_over)
		return NULL;
	if (cli_has_status_line())
		cli_status_draw("fetching source %zu", f->n);
	find_candidates(f, name);
	for (size_t i = 0; copy == NULL && !f->is_over && i < f->nobjects; i++)
		if (f->objects[i].is_candidate)
			copy = ask(f, i, name);
	cli_status_clear();
	return copy;
}

/* --- sources -------------------------------------------------------------- */

static int
compare_name(const void *element, const void *key)
{
	const struct fetched_source *source = element;

	return strcmp(source->name, key);
}

const char *
fetched_sources_find(struct fetched_sources *f, const char *name)
{
	size_t i =
	    lower_bound(name, f->list, f->n, sizeof(*f->list), compare_name);

	if (*name != '/')
		return NULL;
	if (i < f->n && strcmp(f->list[i].name, name) == 0)
		return f->list[i].copy;
	f->list = cli_grow(f->list, f->n, sizeof(*f->list));
	memmove(&f->list[i + 1], &f->list[i], (f->n++ - i) * sizeof(*f->list));
	f->list[i] = (struct fetched_source){
	    .name = cli_copy(name, strlen(name)),
	    .copy = fetch(f, name),
	};
	return f->list[i].copy;
}

void
fetched_sources_free(struct fetched_sources *f)
{
	if (f == NULL)
		return;
	for (size_t i = 0; i < f->n; i++) {
		free(f->list[i].name);
		free(f->list[i].copy);
	}
	free(f->list);
	free(f->objects);
	names_sources_free(f->servers);
	free(f);
}
