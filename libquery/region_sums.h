/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cost of each region of a profile, own and inclusive, and how often it was
 * entered.  The inclusive cost of a region includes the regions in it, "outer;inner"
 * for "outer".
 *
 *	region_sums_init(&sums, path, header, &error);
 *	while (cg_reader_next(reader, &record) == 1)
 *		region_sums_add(&sums, &record);
 *	region_sums_end(&sums);
 *
 * The reader must be in the mode CG_REGIONS.  These functions may run in a thread: they
 * return -1 with *error set on an error.
 */
#ifndef REGION_SUMS_H
#define REGION_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"

struct region_sums {
	const char *path;               /* of the profile, for messages */
	const struct cg_header *header; /* likewise, for the names of events */
	size_t nevents;
	struct cg_error *error;
	/*
	 * A row for each region, sorted after region_sums_end: its path is the file;
	 * "(outside)" is what ran in none, "(filtered)" what cg-filter hid.  Its counts
	 * are the own costs, the inclusive costs, and the number of entries.
	 */
	struct cg_profile *rows;
	bool has_regions; /* a row belongs to one */
	/* the region of the last rows, and their counts, which are in no row yet */
	char *region;
	const char *last; /* as the row named it */
	int64_t *counts;
};

/* What ran in no region.  It has no limit, because it is none. */
extern const char region_outside[];

/* The number of counts of a row. */
static inline size_t
region_sums_width(size_t nevents)
{
	return 2 * nevents + 1;
}

/* All arguments must outlive the sums. */
int region_sums_init(struct region_sums *sums, const char *path,
    const struct cg_header *header, struct cg_error *error);

/* Adds costs or entries; other kinds are ignored. */
int region_sums_add(struct region_sums *sums, const struct cg_record *record);

/* Completes and sorts the rows. */
int region_sums_end(struct region_sums *sums);

/* Warns, after region_sums_end, if the profile has no region. */
void region_sums_warn(const struct region_sums *sums);

void region_sums_release(struct region_sums *sums);

#endif
