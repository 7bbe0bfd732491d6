/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds up the profiles that the tool left.  Each is read to its end, which
 * proves that it is complete, before any of the sum is written.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cg-collect/compiled/compiled_read.h"
#include "cg-collect/compiled/jitdump.h"
#include "libcli/cli.h"
#include "libquery/header/description.h"
#include "profile_sum.h"
#include "sum_rows.h"

/* Puts the events into Callgrind's order; others keep theirs and follow. */
static void
order_events(struct profile_sum *sum)
{
	static const char *const order[] = {"Ir", "Dr", "Dw", "I1mr", "D1mr",
	    "D1mw", "ILmr", "DLmr", "DLmw", "Bc", "Bcm", "Bi", "Bim"};
	const struct cg_header *header = &sum->header;
	size_t n = 0;

	sum->events = cli_alloc(header->nevents, sizeof(*sum->events));
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		int event = cg_header_event(header, order[i], strlen(order[i]));

		if (event >= 0)
			sum->events[n++] = header->events[event];
	}
	if (n == header->nevents)
		sum->header.events = sum->events;
}

static void
take_header(struct profile_sum *sum, const struct cg_header *header)
{
	size_t n = 0;

	sum->header = *header;
	if (sum->style.like_callgrind)
		order_events(sum);
	sum->descs = cli_alloc(header->ndescs, sizeof(*sum->descs));
	for (size_t i = 0; i < header->ndescs; i++)
		if (jitdump_described(header->descs[i]) == NULL &&
		    !is_of_not_entered(header->descs[i]) &&
		    description_value(header->descs[i], script_languages_key) ==
			NULL &&
		    description_value(header->descs[i], "Region:") == NULL &&
		    description_value(header->descs[i], folded_stacks_key) ==
			NULL &&
		    !sum_rows_is_of_dump(header->descs[i]))
			sum->descs[n++] = header->descs[i];
	sum->header.ndescs = n;
	sum->header.descs = sum->descs;
}

/*
 * The profile of a process with regions has calls, although the first one may
 * have none.  What a form has more is written after the rest.
 */
static void
take_form(struct profile_sum *sum, const struct cg_header *header)
{
	const char **own = naming_form_of(sum->descs, sum->header.ndescs);
	const char **other =
	    naming_form_of((const char **)header->descs, header->ndescs);

	if (own == NULL || other == NULL || strlen(*other) <= strlen(*own))
		return;
	free(sum->form);
	free(sum->most_unnamed);
	*own = sum->form = cli_copy(*other, strlen(*other));
}

/* Takes what the header of a profile says. */
static void
take_descriptions(struct profile_sum *sum, const struct cg_header *header,
    struct sum_source *source)
{
	if (sum->nsources > 1)
		take_form(sum, header);
	folded_stacks_add(&sum->folded_stacks, header);
	script_languages_take(&sum->languages, header);
	build_ids_take(&sum->build_ids, header);
	not_entered_take(&sum->not_entered, header);
	compiled_read(&source->compiled, header, source->pid, sum->since);
}

static struct cg_reader *
open_source(struct profile_sum *sum, const struct sum_source *source)
{
	struct cg_reader *reader = cg_reader_open(source->path, &sum->error);

	if (reader != NULL)
		cg_reader_set(
		    reader, CG_STOP_AT_PARTS | CG_CONTEXTS | CG_REGIONS);
	return reader;
}

/* Opens the first profile for its header, which points into the reader, so that it stays
 * open. */
static int
open_first(struct profile_sum *sum, const struct sum_source *source)
{
	sum->first = open_source(sum, source);
	if (sum->first == NULL)
		return -1;
	take_header(sum, cg_reader_header(sum->first));
	if (sum->reads_again)
		sum->naming = naming_new(&sum->build_ids);
	return 0;
}

/* Reads the profile, the first time or again. */
static int
read_source(struct profile_sum *sum, struct sum_source *source, bool again)
{
	const struct cg_header *header = &sum->header;
	bool has_same_events = source == sum->sources && sum->events == NULL;
	struct cg_reader *reader = open_source(sum, source);
	int status = 0;

	if (reader == NULL)
		return -1;
	if (!again)
		take_descriptions(sum, cg_reader_header(reader), source);
	if (!has_same_events)
		status = cg_reader_select_events(
		    reader, header->events, header->nevents);
	if (status == 0)
		status = sum_rows_add(sum, reader, source);
	cg_reader_close(reader);
	return status;
}

/* Each profile is opened several times, and a program that runs replaces its profile by a
 * later one.  So the source is a link to the file, unless the file system has no links. */
static void
keep_source(struct sum_source *source, const struct spool *spool, size_t n)
{
	char *name = cli_format("%s/profile.%zu", spool->path, n);

	unlink(name);
	source->is_link =
	    linkat(AT_FDCWD, source->path, AT_FDCWD, name, 0) == 0;
	if (source->is_link) {
		free(source->path);
		source->path = name;
	} else {
		free(name);
	}
}

/* Adds the profile at the path, which is freed with the sum. */
static int
add_profile(
    struct profile_sum *sum, const struct spool *spool, char *path, pid_t pid)
{
	struct sum_source *source;

	sum->sources =
	    cli_grow(sum->sources, sum->nsources, sizeof(*sum->sources));
	source = &sum->sources[sum->nsources++];
	*source = (struct sum_source){
	    .path = path,
	    .pid = pid,
	    .run = sum->nruns,
	    .ndumps = sum->ndumps,
	};
	keep_source(source, spool, sum->nsources);
	if (sum->first == NULL && open_first(sum, source) < 0)
		return -1;
	return read_source(sum, source, false);
}

/* Puts the build IDs, scripts and folded stacks of all profiles in the place of the
 * first one's. */
static void
describe_all(struct profile_sum *sum)
{
	char *ids = build_ids_describe(&sum->build_ids);
	char *languages = script_languages_describe(&sum->languages);
	char *folded = folded_stacks_describe(&sum->folded_stacks);

	sum->made[sum->nmade++] = ids;
	for (size_t i = 0; i < sum->header.ndescs; i++)
		if (is_of_build_ids(sum->descs[i]))
			sum->descs[i] = ids;
	if (languages != NULL)
		profile_sum_describe(sum, languages);
	if (sum->folded_stacks.most > 0)
		profile_sum_describe(sum, folded);
	else
		free(folded);
}

int
profile_sum_add_dump(struct profile_sum *sum, const struct spool *spool,
    const struct program_run *run, int64_t n)
{
	int status;

	sum->is_dump = true;
	status = add_profile(sum, spool, spool_dump(spool, run, n), run->pid);
	if (status == 0)
		describe_all(sum);
	return status;
}

/* Adds what the program dumped and the rest. */
static int
add_run(struct profile_sum *sum, const struct spool *spool,
    const struct program_run *run)
{
	int64_t ndumps = sum->without_dumps ? 0 : run->ndumps;
	int status = 0;

	sum->nruns++;
	for (int64_t n = 1; n <= ndumps && status == 0; n++)
		if (spool_has_dump(spool, run, n))
			status = add_profile(
			    sum, spool, spool_dump(spool, run, n), run->pid);
	if (status < 0 || !run->written)
		return status;
	return add_profile(sum, spool, spool_profile(spool, run), run->pid);
}

/*
 * Adds the profiles of processes with this pid or, with `others`, of all
 * others; with `backwards`, the last program's profile first.
 */
static int
add_runs(struct profile_sum *sum, const struct spool *spool, pid_t pid,
    bool others, bool backwards)
{
	size_t n = spool->nruns;
	int status = 0;

	for (size_t i = 0; i < n && status == 0; i++) {
		const struct program_run *run =
		    &spool->runs[backwards ? n - 1 - i : i];

		if ((run->pid == pid) != others)
			status = add_run(sum, spool, run);
	}
	return status;
}

int
profile_sum_add_process(
    struct profile_sum *sum, const struct spool *spool, pid_t pid)
{
	int status = add_runs(sum, spool, pid, false, true);

	if (status == 0)
		describe_all(sum);
	return status;
}

int
profile_sum_add_all(
    struct profile_sum *sum, const struct spool *spool, pid_t first)
{
	int status = add_runs(sum, spool, first, false, false);

	if (status == 0)
		status = add_runs(sum, spool, first, true, false);
	if (status == 0)
		describe_all(sum);
	return status;
}

void
profile_sum_describe(struct profile_sum *sum, char *desc)
{
	sum->descs =
	    cli_resize(sum->descs, sum->header.ndescs + 1, sizeof(*sum->descs));
	sum->descs[sum->header.ndescs++] = sum->made[sum->nmade++] = desc;
	sum->header.descs = sum->descs;
}

/* --- names ---------------------------------------------------------------- */

/* Replaces the rows of the part by the named ones. */
static void
replace_rows(struct part_sum *part)
{
	cg_profile_free(part->profile);
	part->profile = part->named;
	part->named = NULL;
}

static int
begin_names(struct profile_sum *sum, struct part_sum *part,
    const struct naming_form *form)
{
	part->named = cg_profile_new(sum->header.nevents, &sum->error);
	if (part->named == NULL)
		return -1;
	part->walk = naming_begin(
	    sum->naming, part->profile, form, &sum->header, part->named);
	return 0;
}

static int
end_names(struct part_sum *part)
{
	int status = naming_end(part->walk);

	part->walk = NULL;
	replace_rows(part);
	return status;
}

/* Names the rows of all parts from their profiles. */
static int
name_again(struct profile_sum *sum, const struct naming_form *form)
{
	int status = 0;

	for (size_t i = 0; i < sum->nparts && status == 0; i++)
		status = begin_names(sum, &sum->parts[i], form);
	for (size_t i = 0; i < sum->nsources && status == 0; i++) {
		sum->nruns = sum->sources[i].run;
		sum->ndumps = sum->sources[i].ndumps;
		status = read_source(sum, &sum->sources[i], true);
	}
	for (size_t i = 0; i < sum->nparts; i++)
		if (sum->parts[i].walk != NULL && end_names(&sum->parts[i]) < 0)
			status = -1;
	return status;
}

/* Names the rows of all parts in memory. */
static int
name_parts(struct profile_sum *sum, const struct naming_form *form)
{
	int status = 0;

	for (size_t i = 0; i < sum->nparts && status == 0; i++) {
		struct part_sum *part = &sum->parts[i];

		part->named = cg_profile_new(sum->header.nevents, &sum->error);
		if (part->named == NULL)
			return -1;
		status = naming_apply(sum->naming, part->profile, form,
		    &sum->header, part->named);
		replace_rows(part);
	}
	return status;
}

int
profile_sum_name(struct profile_sum *sum, const struct names_options *options)
{
	struct naming_form form;
	struct cg_error error;
	const char *most = NULL;
	char *compilers;
	int status = 0;

	if (sum->naming == NULL)
		sum->naming = naming_new(&sum->build_ids);
	for (size_t i = 0; i < sum->nparts && status == 0; i++)
		status = naming_collect(sum->naming, sum->parts[i].profile);
	if (status < 0)
		return status;
	if (naming_find(sum->naming, options, &error) < 0)
		cli_warn("the profile has no files and lines: %s", error.text);
	naming_warn(sum->naming);
	naming_take_form(&form, &sum->header, sum->descs, options->inlined);
	if ((compilers = naming_compilers(sum->naming)) != NULL)
		profile_sum_describe(sum, compilers);
	status =
	    sum->reads_again ? name_again(sum, &form) : name_parts(sum, &form);
	sum->compresses = naming_compresses(&form, options->inlined);
	sum->without_line = naming_without_line(sum->naming);
	sum->unnamed = naming_unnamed(sum->naming, &most);
	if (sum->unnamed > 0)
		sum->most_unnamed = cli_copy(most, strlen(most));
	naming_free(sum->naming);
	sum->naming = NULL;
	return status;
}

bool
profile_sum_is_empty(const struct profile_sum *sum)
{
	for (size_t i = 0; i < sum->nparts; i++)
		if (cg_profile_len(sum->parts[i].profile) > 0)
			return false;
	return true;
}

/* adds the own costs of a part; -1 if a sum overflows or on an error */
static int
add_totals(struct cg_profile *profile, int64_t *totals, size_t nevents)
{
	struct cg_record record;

	if (cg_profile_sort(profile) < 0)
		return -1;
	for (size_t i = 0; i < cg_profile_len(profile); i++) {
		cg_profile_at(profile, i, &record);
		if (record.kind == CG_COSTS &&
		    cg_counts_add(totals, record.counts, nevents) < nevents)
			return -1;
	}
	return 0;
}

int64_t *
profile_sum_totals(struct profile_sum *sum)
{
	size_t nevents = sum->header.nevents;
	int64_t *totals = cli_alloc(nevents, sizeof(*totals));

	for (size_t i = 0; i < sum->nparts; i++)
		if (add_totals(sum->parts[i].profile, totals, nevents) < 0) {
			free(totals);
			return NULL;
		}
	return totals;
}

void
profile_sum_release(struct profile_sum *sum)
{
	for (size_t i = 0; i < sum->nparts; i++) {
		cg_profile_free(sum->parts[i].profile);
		free(sum->parts[i].trigger);
		free(sum->parts[i].command);
	}
	free(sum->parts);
	for (size_t i = 0; i < sum->nsources; i++) {
		if (sum->sources[i].is_link)
			unlink(sum->sources[i].path);
		free(sum->sources[i].path);
		compiled_release(&sum->sources[i].compiled);
	}
	free(sum->sources);
	naming_free(sum->naming);
	for (size_t i = 0; i < 2; i++)
		free(sum->written[i].descs);
	free(sum->descs);
	free(sum->form);
	free(sum->most_unnamed);
	free(sum->events);
	for (size_t i = 0; i < sum->nmade; i++)
		free(sum->made[i]);
	build_ids_release(&sum->build_ids);
	not_entered_release(&sum->not_entered);
	script_languages_release(&sum->languages);
	cg_reader_close(sum->first);
}
