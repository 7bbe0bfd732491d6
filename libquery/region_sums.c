/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Consecutive rows mostly belong to one region, so their counts are added up before
 * the rows of the region and of the regions around it are looked up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "region_sums.h"

const char region_outside[] = "(outside)";

static int
fail_of_memory(struct region_sums *s)
{
	snprintf(s->error->text, sizeof(s->error->text), "out of memory");
	return -1;
}

int
region_sums_init(struct region_sums *s, const char *path,
    const struct cg_header *header, struct cg_error *error)
{
	*s = (struct region_sums){.path = path,
	    .header = header,
	    .nevents = header->nevents,
	    .error = error};
	s->counts = calloc(s->nevents, sizeof(*s->counts));
	if (s->counts == NULL)
		return fail_of_memory(s);
	s->rows = cg_profile_new(region_sums_width(s->nevents), error);
	return s->rows == NULL ? -1 : 0;
}

/* Finds the counts of the region whose path has the length. */
static int
find_row(
    struct region_sums *s, const char *path, size_t length, int64_t **counts)
{
	char *name = strndup(path, length);
	const struct cg_record key = {
	    .object = "",
	    .def_file = name,
	    .file = name,
	    .function = "",
	};
	struct cg_row row;
	int status;

	if (name == NULL)
		return fail_of_memory(s);
	status = cg_profile_row(s->rows, &key, &row);
	free(name);
	*counts = row.counts;
	return status;
}

static int
add_counts(struct region_sums *s, int64_t *to, const int64_t *counts)
{
	size_t fitting = cg_counts_add(to, counts, s->nevents);

	if (fitting == s->nevents)
		return 0;
	snprintf(s->error->text, sizeof(s->error->text),
	    "%s: the sum of %s of the region %s does not fit in 64 bits",
	    s->path, s->header->events[fitting].name, s->region);
	return -1;
}

/* Adds the counts of the last rows to their region, and to the inclusive counts of
 * all regions in its path. */
static int
end_region(struct region_sums *s)
{
	const char *path = s->region, *end;
	int64_t *to;

	if (path == NULL)
		return 0;
	for (end = path + strcspn(path, ";");; end += strcspn(end, ";")) {
		if (find_row(s, path, (size_t)(end - path), &to) < 0 ||
		    add_counts(s, to + s->nevents, s->counts) < 0)
			return -1;
		if (*end++ == '\0')
			break;
	}
	if (add_counts(s, to, s->counts) < 0)
		return -1;
	memset(s->counts, 0, s->nevents * sizeof(*s->counts));
	return 0;
}

/* Ends the last region and starts another one. */
static int
change_region(struct region_sums *s, const char *region)
{
	if (end_region(s) < 0)
		return -1;
	free(s->region);
	s->region = strdup(region);
	s->last = region;
	return s->region == NULL ? fail_of_memory(s) : 0;
}

static int
add_entries(struct region_sums *s, const struct cg_record *record)
{
	int64_t *to;

	if (find_row(s, s->region, strlen(s->region), &to) < 0)
		return -1;
	if (!__builtin_add_overflow(
		to[2 * s->nevents], record->executed, &to[2 * s->nevents]))
		return 0;
	snprintf(s->error->text, sizeof(s->error->text),
	    "%s: the number of entries of the region %s does not fit in 64 bits",
	    s->path, s->region);
	return -1;
}

int
region_sums_add(struct region_sums *s, const struct cg_record *record)
{
	const char *region = cg_is_filtered(record->file) ? cg_filtered
			     : record->region != NULL     ? record->region
							  : region_outside;

	if (record->kind != CG_COSTS && record->kind != CG_ENTRIES)
		return 0;
	s->has_regions |= record->region != NULL;
	/* in consecutive rows, equal pointers mean equal names */
	if (region != s->last && change_region(s, region) < 0)
		return -1;
	if (record->kind == CG_ENTRIES)
		return add_entries(s, record);
	return add_counts(s, s->counts, record->counts);
}

int
region_sums_end(struct region_sums *s)
{
	if (end_region(s) < 0)
		return -1;
	return cg_profile_sort(s->rows);
}

void
region_sums_warn(const struct region_sums *s)
{
	if (!s->has_regions)
		cli_warn(
		    "%s: the profile has no region: the program named none, "
		    "or the rows of regions were added up",
		    s->path);
}

void
region_sums_release(struct region_sums *s)
{
	cg_profile_free(s->rows);
	free(s->region);
	free(s->counts);
}
