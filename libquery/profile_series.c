/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The first reader stays open, because the header points into it.  It may also
 * read a store, which is locked until the process closes it.
 */
#include <stdlib.h>
#include <string.h>

#include "libquery/header/creator.h"
#include "libquery/header/cycle_model.h"
#include "libquery/header/description.h"
#include "libquery/header/inlined_rows.h"
#include "libquery/header/memory_model.h"
#include "libquery/header/recursion_levels.h"
#include "libcli/cli.h"
#include "libquery/events/events.h"
#include "profile_series.h"

/* --- events --------------------------------------------------------------- */

static void
start(struct profile_series *s, struct cg_reader *reader, const char *path)
{
	const struct cg_header *h = cg_reader_header(reader);

	s->first = reader;
	s->first_path = path;
	s->nevents = s->ncolumns = h->nevents;
	s->events = cli_alloc(h->nevents, sizeof(*s->events));
	s->columns = cli_alloc(h->nevents, sizeof(*s->columns));
	s->header = *h;
	memcpy(s->events, h->events, h->nevents * sizeof(*s->events));
	for (size_t i = 0; i < h->nevents; i++)
		s->columns[i] = i;
}

/* Drops the events that this input lacks. */
static void
keep_common(
    struct profile_series *s, const struct cg_header *h, const char *path)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->nevents; i++) {
		if (!events_have(h, s->events[i].name))
			continue;
		s->events[kept] = s->events[i];
		s->columns[kept++] = s->columns[i];
	}
	if (kept == 0)
		cli_die("%s: expected an event that all profiles have, "
			"found none",
		    path);
	s->nevents = kept;
}

/* --- header --------------------------------------------------------------- */

/* Returns the text if both headers have it, else NULL. */
static const char *
common_text(const char *first, const char *other)
{
	return first != NULL && other != NULL && strcmp(first, other) == 0
		   ? first
		   : NULL;
}

/* Changes the header of the output so that it fits one more input. */
static void
merge_header(struct profile_series *s, const struct cg_header *h)
{
	struct cg_header *to = &s->header;

	creator_add(to, h);
	if (h->format == CG_CALLGRIND)
		to->format = CG_CALLGRIND;
	to->has_addresses |= h->has_addresses;
	to->has_no_lines &= h->has_no_lines;
	to->pid = common_text(to->pid, h->pid);
	to->part = common_text(to->part, h->part);
	to->thread = common_text(to->thread, h->thread);
}

/* Nothing says any more from which of two builds an address is. */
static void
take_build_ids(
    struct profile_series *s, const struct cg_header *h, const char *path)
{
	struct build_ids own = {0};

	build_ids_take(&own, h);
	for (size_t i = 0; i < own.n; i++) {
		const char *object = own.list[i].path;
		const char *id = build_ids_find(&s->build_ids, object);

		if (id != NULL && strcmp(id, own.list[i].id) != 0 &&
		    h->has_addresses && s->header.has_addresses)
			cli_die("%s: expected the build of %s that an earlier "
				"profile has, found another one (cg-names "
				"first?)",
			    path, object);
	}
	build_ids_take(&s->build_ids, h);
	build_ids_release(&own);
}

/* Puts what all profiles say of builds, cycles, stacks, compilers and scripts in the place
 * of what the first one says. */
static void
describe_all(struct profile_series *s)
{
	struct cg_header *h = &s->described;

	free(s->build_id_desc);
	free(s->recursion_levels_desc);
	free(s->folded_stacks_desc);
	free(s->compilers_desc);
	free(s->languages_desc);
	free(s->descs);
	s->compilers_desc = compilers_describe(&s->compilers);
	s->languages_desc = script_languages_describe(&s->languages);
	s->folded_stacks_desc = folded_stacks_describe(&s->folded_stacks);
	s->recursion_levels_desc = cli_format(
	    "%s %lld", recursion_levels_key, (long long)s->recursion_levels);
	s->build_id_desc = build_ids_describe(&s->build_ids);
	s->descs = cli_alloc(h->ndescs + 4, sizeof(*s->descs));
	for (size_t i = 0; i < h->ndescs; i++) {
		const char *desc = h->descs[i];

		if (is_of_build_ids(desc))
			desc = s->build_id_desc;
		else if (description_value(desc, cycle_share_key) != NULL)
			desc = s->cycle_share_desc;
		else if (description_value(desc, recursion_levels_key) != NULL)
			desc = s->recursion_levels_desc;
		else if (description_value(desc, folded_stacks_key) != NULL)
			desc = s->folded_stacks_desc;
		else if (description_value(desc, compilers_key) != NULL)
			desc = s->compilers_desc;
		else if (description_value(desc, script_languages_key) != NULL)
			desc = s->languages_desc;
		s->descs[i] = desc;
	}
	h->descs = s->descs;
	/* the first profile may have no calls, and so no levels */
	if (s->recursion_levels > 1 &&
	    description_find(h, recursion_levels_key) == NULL)
		s->descs[h->ndescs++] = s->recursion_levels_desc;
	if (s->folded_stacks.most > 0 &&
	    description_find(h, folded_stacks_key) == NULL)
		s->descs[h->ndescs++] = s->folded_stacks_desc;
	if (s->compilers.n > 0 && description_find(h, compilers_key) == NULL)
		s->descs[h->ndescs++] = s->compilers_desc;
	if (s->languages.n > 0 &&
	    description_find(h, script_languages_key) == NULL)
		s->descs[h->ndescs++] = s->languages_desc;
}

struct cg_reader *
profile_series_open(
    struct profile_series *s, const char *path, unsigned int modes)
{
	struct cg_reader *reader = cg_reader_open(path, &s->error);

	if (reader == NULL)
		partial_die(&s->error);
	/* before the header is taken, because a mode can change it */
	cg_reader_set(reader, modes | (s->partial ? CG_ACCEPT_DAMAGE : 0));
	if (s->first == NULL)
		start(s, reader, path);
	else if (s->common)
		keep_common(s, cg_reader_header(reader), path);
	else
		events_demand_same(cg_reader_header(s->first), s->first_path,
		    cg_reader_header(reader), path, s->hint);
	inlined_rows_demand_same(cg_reader_header(s->first), s->first_path,
	    cg_reader_header(reader), path);
	cycle_model_demand_same(cg_reader_header(s->first), s->first_path,
	    cg_reader_header(reader), path);
	memory_model_demand_same(cg_reader_header(s->first), s->first_path,
	    cg_reader_header(reader), path);
	take_build_ids(s, cg_reader_header(reader), path);
	recursion_levels_keep_least(
	    &s->recursion_levels, cg_reader_header(reader));
	folded_stacks_add(&s->folded_stacks, cg_reader_header(reader));
	compilers_take(&s->compilers, cg_reader_header(reader));
	script_languages_take(&s->languages, cg_reader_header(reader));
	cycle_share_keep_least(&s->cycle_share_desc, cg_reader_header(reader));
	if (cg_reader_select_events(reader, s->events, s->nevents) < 0)
		partial_die(&s->error);
	return reader;
}

void
profile_series_take(struct profile_series *s, const struct cg_reader *reader)
{
	partials_inherit(&s->partials, cg_reader_header(reader));
	partials_take(&s->partials, reader, s->events[0].name);
	merge_header(s, cg_reader_header(reader));
}

void
profile_series_close(
    struct profile_series *s, struct cg_reader *reader, const char *path)
{
	if (path != s->first_path)
		cg_reader_close(reader);
	else if (reader != s->first) {
		cg_reader_close(s->first_again); /* no store is read so often */
		s->first_again = reader;
	}
}

void
profile_series_describe(struct profile_series *s)
{
	struct cg_header *h = &s->described;

	*h = s->header;
	h->nevents = s->nevents;
	h->events = s->events;
	free(s->derived);
	s->derived = cli_alloc(h->nderived + 1, sizeof(*s->derived));
	h->nderived =
	    events_keep_derived(h, cg_reader_header(s->first), s->derived);
	h->derived = s->derived;
	describe_all(s);
	partials_describe(&s->partials, h);
}

void
profile_series_forget(struct profile_series *s)
{
	partials_release(&s->partials);
	s->partials = (struct partials){.n = 0};
	s->folded_stacks = (struct folded_stacks){.most = 0};
}

void
profile_series_release(struct profile_series *s)
{
	cg_reader_close(s->first);
	cg_reader_close(s->first_again);
	partials_release(&s->partials);
	free(s->events);
	free(s->columns);
	free(s->derived);
	build_ids_release(&s->build_ids);
	free(s->build_id_desc);
	free(s->cycle_share_desc);
	free(s->recursion_levels_desc);
	free(s->folded_stacks_desc);
	compilers_release(&s->compilers);
	free(s->compilers_desc);
	script_languages_release(&s->languages);
	free(s->languages_desc);
	free(s->descs);
}
