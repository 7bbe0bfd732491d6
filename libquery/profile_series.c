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

		if (!s->compared && id != NULL &&
		    strcmp(id, own.list[i].id) != 0 && h->has_addresses &&
		    s->header.has_addresses)
			cli_die("%s: expected the build of %s that an earlier "
				"profile has, found another one (cg-names "
				"first?)",
			    path, object);
	}
	build_ids_take(&s->build_ids, h);
	build_ids_release(&own);
}

static const char *const summed_keys[NSUMMED] = {
    [SUMMED_LEVELS] = recursion_levels_key,
    [SUMMED_STACKS] = folded_stacks_key,
    [SUMMED_COMPILERS] = compilers_key,
    [SUMMED_SCRIPTS] = script_languages_key,
};

static void
forget_descriptions(struct profile_series *s)
{
	free(s->build_id_desc);
	for (size_t i = 0; i < NSUMMED; i++)
		free(s->summed[i]);
	free(s->descs);
}

/* Returns what all profiles say in the place of what the first one says. */
static const char *
description_of_all(const struct profile_series *s, const char *desc)
{
	if (is_of_build_ids(desc))
		return s->build_id_desc;
	if (description_value(desc, cycle_share_key) != NULL)
		return s->cycle_share_desc;
	for (size_t i = 0; i < NSUMMED; i++)
		if (description_value(desc, summed_keys[i]) != NULL)
			return s->summed[i];
	return desc;
}

static void
describe_all(struct profile_series *s)
{
	struct cg_header *h = &s->described;
	const bool is_said[NSUMMED] = {
	    [SUMMED_LEVELS] = s->names_levels && s->recursion_levels > 0,
	    [SUMMED_STACKS] = s->folded_stacks.most > 0,
	    [SUMMED_COMPILERS] = s->compilers.n > 0,
	    [SUMMED_SCRIPTS] = s->languages.n > 0,
	};

	forget_descriptions(s);
	s->build_id_desc = build_ids_describe(&s->build_ids);
	s->summed[SUMMED_LEVELS] = cli_format(
	    "%s %lld", recursion_levels_key, (long long)s->recursion_levels);
	s->summed[SUMMED_STACKS] = folded_stacks_describe(&s->folded_stacks);
	s->summed[SUMMED_COMPILERS] = compilers_describe(&s->compilers);
	s->summed[SUMMED_SCRIPTS] = script_languages_describe(&s->languages);
	s->descs = cli_alloc(h->ndescs + NSUMMED, sizeof(*s->descs));
	for (size_t i = 0; i < h->ndescs; i++)
		s->descs[i] = description_of_all(s, h->descs[i]);
	h->descs = s->descs;
	for (size_t i = 0; i < NSUMMED; i++)
		if (is_said[i] && description_find(h, summed_keys[i]) == NULL)
			s->descs[h->ndescs++] = s->summed[i];
}

struct cg_reader *
profile_series_open(
    struct profile_series *s, const char *path, unsigned int modes)
{
	struct cg_error *error =
	    s->compared && s->first != NULL ? &s->new_error : &s->error;
	struct cg_reader *reader = cg_reader_open(path, error);

	if (reader == NULL)
		partial_die(error);
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
	s->names_levels |= recursion_levels_in(cg_reader_header(reader)) > 0;
	folded_stacks_add(&s->folded_stacks, cg_reader_header(reader));
	compilers_take(&s->compilers, cg_reader_header(reader));
	script_languages_take(&s->languages, cg_reader_header(reader));
	cycle_share_keep_least(&s->cycle_share_desc, cg_reader_header(reader));
	if (cg_reader_select_events(reader, s->events, s->nevents) < 0)
		partial_die(error);
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
	free(s->cycle_share_desc);
	compilers_release(&s->compilers);
	script_languages_release(&s->languages);
	forget_descriptions(s);
}
