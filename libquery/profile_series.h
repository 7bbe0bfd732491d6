/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several profiles that are read as one.  All have the same events, their
 * formats may differ.  The header is the first one's, without what the
 * others do not have.
 */
#ifndef PROFILE_SERIES_H
#define PROFILE_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"
#include "libquery/header/build_ids.h"
#include "libquery/header/compilers.h"
#include "libquery/header/folded_stacks.h"
#include "libquery/header/partial.h"
#include "libquery/header/script_languages.h"

/* descriptions of all profiles, made of what each says */
enum {
	SUMMED_LEVELS, /* of recursion */
	SUMMED_STACKS, /* that are folded */
	SUMMED_COMPILERS,
	SUMMED_SCRIPTS,
	NSUMMED
};

struct profile_series {
	/* set by the caller; the others are zeroed */
	bool common; /* only events that all profiles have are kept */
	bool partial;
	bool compared;    /* with one another: builds may differ */
	const char *hint; /* ends the error if events differ */

	struct cg_error error;
	/* of the second profile, if two are compared: both can be read at the same time */
	struct cg_error new_error;
	struct cg_reader *first;       /* open for its header; NULL: none yet */
	struct cg_reader *first_again; /* the same, if it is read twice */
	const char *first_path;
	size_t nevents; /* that all have so far */
	struct cg_event *events;
	size_t *columns;            /* of these events among the first one's */
	size_t ncolumns;            /* events of the first */
	struct cg_header header;    /* as far as it is known */
	struct cg_header described; /* the same, complete */
	struct partials partials;   /* of all */
	struct cg_event *derived;
	struct build_ids build_ids; /* of all */
	char *build_id_desc;
	char *cycle_share_desc;             /* the least of all */
	int64_t recursion_levels;           /* likewise */
	bool names_levels;                  /* one says how many there are */
	struct folded_stacks folded_stacks; /* of all */
	struct compilers compilers;         /* of all */
	struct script_languages languages;  /* of all */
	char *summed[NSUMMED];
	const char **descs; /* of `described` */
};

/* Opens a profile and selects the events.  Ends the program on an error. */
struct cg_reader *profile_series_open(
    struct profile_series *series, const char *path, unsigned int modes);

/* Adds the header and the damage of a profile whose rows were read. */
void profile_series_take(
    struct profile_series *series, const struct cg_reader *reader);

/* Closes a profile, unless it is the first one.  The path is compared as a
 * pointer. */
void profile_series_close(
    struct profile_series *series, struct cg_reader *reader, const char *path);

/* Forgets what profile_series_take added of damage, so that the profiles can be
 * read again. */
void profile_series_forget(struct profile_series *series);

/* Completes `described`, after all profiles were taken. */
void profile_series_describe(struct profile_series *series);

void profile_series_release(struct profile_series *series);

#endif
