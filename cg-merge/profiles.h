/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiles that are merged, without their rows: their events, the header of
 * the output, and the costs that are in summaries but in no rows.
 */
#ifndef PROFILES_H
#define PROFILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgfmt.h"
#include "libquery/partial.h"
#include "libquery/profile_output.h"
#include "operation.h"

/* files that are read at the same time, each in a thread; tests set less */
#ifndef MAX_READ_AHEAD
#define MAX_READ_AHEAD 8
#endif

struct profiles {
	/* set by the caller; the others are zeroed */
	enum operation operation;
	bool common; /* only events that all profiles have are kept */
	bool partial;
	const struct profile_output *output;
	bool can_start_over; /* on overflow, give up silently: the caller reads
				all profiles again, in order */

	struct cg_error error;
	struct cg_reader *first;       /* open for its header; NULL: none yet */
	struct cg_reader *first_again; /* the same, if it is read twice */
	const char *first_path;
	size_t n;       /* profiles that were read */
	size_t nevents; /* that all have so far */
	struct cg_event *events;
	size_t *columns;            /* of these events in `totals` and `rest` */
	size_t ncolumns;            /* events of the first */
	struct cg_header header;    /* of the output, as far as it is known */
	struct cg_header described; /* the same, complete */
	struct partials partials;   /* of all */
	struct cg_event *derived;
	__int128 *rest;   /* combined costs that are in summaries, but in no
			     rows */
	bool has_rest;    /* some profile has such costs */
	__int128 *totals; /* of the rows: for OP_SUM of all rows that were
			     read, else of all that were written */
	int64_t *summary; /* of the output */
};

/* Ends the program with the error. */
_Noreturn void profiles_die(const struct profiles *profiles);

/* Opens a profile and selects the events.  Ends the program on an error. */
struct cg_reader *
profiles_open(struct profiles *profiles, const char *path, unsigned int modes);

/* Adds the header, the summary and the damage of a profile whose rows were
 * read.  Returns false if a total does not fit and the profiles can be read
 * again. */
bool profiles_finish(
    struct profiles *profiles, struct cg_reader *reader, const char *path);

/*
 * Closes a profile.  The first one stays open until profiles_release: it may be
 * a store, which is locked until the process closes it.
 */
void profiles_close(
    struct profiles *profiles, struct cg_reader *reader, const char *path);

/* Forgets all that profiles_finish added, so that the profiles can be read
 * again. */
void profiles_forget(struct profiles *profiles);

/* Completes `described`, the header of the output. */
void profiles_describe(struct profiles *profiles);

/* Gives the writer a summary, if it is more than the rows. */
void profiles_put_summary(struct profiles *profiles, struct cg_writer *writer);

void profiles_release(struct profiles *profiles);

#endif
