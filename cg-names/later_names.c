/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All addresses are known before the first is named, because an object is read
 * once.  So the whole profile is in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libquery/naming/naming.h"
#include "later_names.h"

struct part {
	struct cg_header header; /* only pid, part and thread are its own */
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

/* Reads one part, and collects its addresses. */
static void
read_part(struct later_names *later)
{
	struct part part = {.header = *cg_reader_header(later->reader)};
	struct cg_record record;
	int got;

	part.profile = new_profile(later);
	while ((got = cg_reader_next(later->reader, &record)) == 1)
		if (cg_profile_add(part.profile, &record) < 0)
			die(later);
	if (got < 0 || naming_collect(later->naming, part.profile) < 0)
		die(later);
	later->parts =
	    cli_grow(later->parts, later->nparts, sizeof(*later->parts));
	later->parts[later->nparts++] = part;
}

static void
read_all(struct later_names *later, const char *path,
    const struct names_options *options)
{
	later->reader = cg_reader_open(path, &later->error);
	if (later->reader == NULL)
		die(later);
	cg_reader_set(later->reader, CG_CONTEXTS | CG_REGIONS);
	later->header = *cg_reader_header(later->reader);
	/* other parts are regions, which one profile can hold */
	if (later->header.thread != NULL)
		cg_reader_set(later->reader, CG_STOP_AT_PARTS);
	later->descs =
	    cli_alloc(later->header.ndescs + 1, sizeof(*later->descs));
	if (!naming_take_form(
		&later->form, &later->header, later->descs, options->inlined))
		cli_die("%s: expected a profile by cg-collect --names=later, "
			"found one with names",
		    strcmp(path, "-") == 0 ? "(stdin)" : path);
	build_ids_take(&later->build_ids, cg_reader_header(later->reader));
	later->naming = naming_new(&later->build_ids);
	do
		read_part(later);
	while (cg_reader_next_part(later->reader));
	if (naming_find(later->naming, options, &later->error) < 0)
		die(later);
	naming_warn(later->naming);
}

static int
put_parts(struct later_names *later, struct cg_writer *writer)
{
	for (size_t i = 0; i < later->nparts; i++) {
		struct cg_profile *named = new_profile(later);
		int status = 0;

		cg_header_take_part(&later->header, &later->parts[i].header);
		if (i > 0)
			status = cg_writer_next_part(writer, &later->header);
		if (status == 0)
			status =
			    naming_apply(later->naming, later->parts[i].profile,
				&later->form, &later->header, named);
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
	for (size_t i = 0; i < later->nparts; i++)
		cg_profile_free(later->parts[i].profile);
	free(later->parts);
	naming_free(later->naming);
	build_ids_release(&later->build_ids);
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
	cg_header_take_part(&later.header, &later.parts[0].header);
	if (!own.is_compression_given)
		own.compress_names =
		    naming_compresses(&later.form, options->inlined);
	writer = profile_output_open(&own, &later.header, &later.error);
	if (writer == NULL || put_parts(&later, writer) < 0 ||
	    profile_output_close(writer) < 0)
		cli_die("%s", later.error.text);
	release(&later);
}
