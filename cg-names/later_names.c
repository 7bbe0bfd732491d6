/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All addresses are known before the first is named, because an object is read
 * once.  So the whole profile is in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/header/description.h"
#include "libquery/naming/naming.h"
#include "later_names.h"

struct part {
	struct cg_header
	    header; /* of the named profile, but for what differs */
	const char **descs;
	struct cg_profile *profile;
};

struct later_names {
	struct cg_error error;
	struct cg_reader *reader;
	struct cg_header header; /* of the named profile */
	const char **descs;
	struct naming_form form;
	struct build_ids build_ids;
	struct naming *naming;
	char *compilers; /* a description, or NULL */
	struct part *parts;
	size_t nparts;
};

static _Noreturn void
die(const struct later_names *later)
{
	cli_die_of_input(later->error.is_missing, "%s", later->error.text);
}

static struct cg_profile *
new_profile(struct later_names *later)
{
	struct cg_profile *profile =
	    cg_profile_new(later->header.nevents, &later->error);

	if (profile == NULL)
		die(later);
	cg_profile_name_events(profile, later->header.events);
	return profile;
}

/* Returns the description that says why a part ends, or NULL. */
static const char *
trigger_of(const struct cg_header *header)
{
	for (size_t i = 0; i < header->ndescs; i++)
		if (description_value(header->descs[i], "Trigger:") != NULL)
			return header->descs[i];
	return NULL;
}

/* Names are of one reader, so equal ones are one. */
static bool
is_same_part(const struct cg_header *a, const struct cg_header *b)
{
	return a->pid == b->pid && a->thread == b->thread &&
	       (a->pid == NULL || a->part == b->part);
}

/* Begins another part, with the header of the named profile. */
static struct part *
begin_part(struct later_names *later, const struct cg_header *header)
{
	const char *trigger = trigger_of(header);
	size_t n = later->header.ndescs;
	struct part *part;

	later->parts =
	    cli_grow(later->parts, later->nparts, sizeof(*later->parts));
	part = &later->parts[later->nparts++];
	*part = (struct part){
	    .header = later->header,
	    .descs = cli_alloc(n + 2, sizeof(*part->descs)),
	    .profile = new_profile(later),
	};
	for (size_t i = 0; i < n; i++)
		part->descs[i] = later->header.descs[i];
	part->descs[n] = trigger;
	part->header.descs = part->descs;
	part->header.ndescs = n + (trigger != NULL);
	cg_header_take_part(&part->header, header);
	part->header.cmd = header->cmd;
	/* the number of a region, which the writer counts again */
	if (header->pid == NULL)
		part->header.part = NULL;
	return part;
}

/* Reads the rows of a part, and collects their addresses.  Each region of a part has a
 * header, with the same numbers. */
static void
read_part(struct later_names *later)
{
	const struct cg_header *header = cg_reader_header(later->reader);
	bool has_region = description_find(header, "Region:") != NULL;
	struct part *part = NULL;
	struct cg_record record;
	int got;

	if (later->nparts > 0 &&
	    is_same_part(&later->parts[later->nparts - 1].header, header))
		part = &later->parts[later->nparts - 1];
	else
		part = begin_part(later, header);
	while ((got = cg_reader_next(later->reader, &record)) == 1) {
		/* the reason of a dump is no region of the program */
		if (!has_region)
			record.region = NULL;
		if (cg_profile_add(part->profile, &record) < 0)
			die(later);
	}
	if (got < 0)
		die(later);
}

/* Takes the descriptions that only a part has out of the header. */
static void
leave_out_parts(struct later_names *later)
{
	size_t n = 0;

	for (size_t i = 0; i < later->header.ndescs; i++)
		if (description_value(later->descs[i], "Trigger:") == NULL &&
		    description_value(later->descs[i], "Region:") == NULL)
			later->descs[n++] = later->descs[i];
	later->header.ndescs = n;
}

/* Adds the description, before the one of a trigger, as cg-collect has it. */
static void
describe_compilers(struct part *part, const char *compilers)
{
	struct cg_header *header = &part->header;
	const char *trigger = trigger_of(header);
	size_t n = header->ndescs - (trigger != NULL);

	if (compilers == NULL)
		return;
	part->descs[n++] = compilers;
	if (trigger != NULL)
		part->descs[n++] = trigger;
	header->ndescs = n;
}

static void
read_all(struct later_names *later, const char *path,
    const struct names_options *options)
{
	later->reader = cg_reader_open(path, &later->error);
	if (later->reader == NULL)
		die(later);
	cg_reader_set(
	    later->reader, CG_CONTEXTS | CG_REGIONS | CG_STOP_AT_PARTS);
	later->header = *cg_reader_header(later->reader);
	later->descs =
	    cli_alloc(later->header.ndescs + 1, sizeof(*later->descs));
	if (!naming_take_form(
		&later->form, &later->header, later->descs, options->inlined))
		cli_die("%s: expected a profile by cg-collect --names=later, "
			"found one with names",
		    strcmp(path, "-") == 0 ? "(stdin)" : path);
	leave_out_parts(later);
	build_ids_take(&later->build_ids, cg_reader_header(later->reader));
	later->naming = naming_new(&later->build_ids);
	do
		read_part(later);
	while (cg_reader_next_part(later->reader));
	for (size_t i = 0; i < later->nparts; i++)
		if (naming_collect(later->naming, later->parts[i].profile) < 0)
			die(later);
	if (naming_find(later->naming, options, &later->error) < 0)
		die(later);
	naming_warn(later->naming);
	later->compilers = naming_compilers(later->naming);
	for (size_t i = 0; i < later->nparts; i++)
		describe_compilers(&later->parts[i], later->compilers);
}

static int
put_parts(struct later_names *later, struct cg_writer *writer)
{
	for (size_t i = 0; i < later->nparts; i++) {
		struct cg_profile *named = new_profile(later);
		const struct cg_header *header = &later->parts[i].header;
		int status = 0;

		if (i > 0)
			status = cg_writer_next_part(writer, header);
		if (status == 0)
			status =
			    naming_apply(later->naming, later->parts[i].profile,
				&later->form, header, named);
		if (status == 0)
			status = cg_profile_put(named, writer);
		cg_profile_free(named);
		if (status < 0)
			return -1;
	}
	return 0;
}

static void
release(struct later_names *later)
{
	for (size_t i = 0; i < later->nparts; i++) {
		cg_profile_free(later->parts[i].profile);
		free(later->parts[i].descs);
	}
	free(later->parts);
	naming_free(later->naming);
	build_ids_release(&later->build_ids);
	free(later->compilers);
	free(later->descs);
	cg_reader_close(later->reader);
}

void
later_names_write(const char *path, const struct names_options *options,
    const struct profile_output *output)
{
	struct later_names later = {0};
	struct profile_output own = *output;
	struct cg_writer *writer;

	read_all(&later, path, options);
	if (!own.is_compression_given)
		own.compress_names =
		    naming_compresses(&later.form, options->inlined);
	writer =
	    profile_output_open(&own, &later.parts[0].header, &later.error);
	if (writer == NULL || put_parts(&later, writer) < 0 ||
	    profile_output_close(writer) < 0)
		cli_die("%s", later.error.text);
	release(&later);
}
