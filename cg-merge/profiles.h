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
#include "libquery/profile_output.h"
#include "libquery/profile_series.h"
#include "operation.h"

/* files that are read at the same time, each in a thread; tests set less */
#ifndef MAX_READ_AHEAD
#define MAX_READ_AHEAD 8
#endif

struct profiles {
	/* set by the caller, with `common`, `partial` and `hint` of the series;
	 * the others are zeroed */
	enum operation operation;
	const struct profile_output *output;
	bool can_start_over; /* on overflow, give up silently: the caller reads
				all profiles again, in order */

	struct profile_series series;
	size_t n; /* profiles that were read */
	/* warned that they are of different machines */
	bool other_caches, other_processor;
	__int128 *rest;   /* combined costs that are in summaries, but in no
			     rows; as `totals`, in columns of the first one */
	bool has_rest;    /* some profile has such costs */
	__int128 *totals; /* of the rows: for OP_SUM of all rows that were
			     read, else of all that were written */
	int64_t *summary; /* of the output */
	/* of a minimum or maximum: what is folded is a sum, of other stacks in each */
	bool forgets_stacks;
	const char **descs; /* if it does, those of the output */
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

/* Forgets all that profiles_finish added, so that the profiles can be read
 * again. */
void profiles_forget(struct profiles *profiles);

/* Completes `described` of the series, the header of the output. */
void profiles_describe(struct profiles *profiles);

/* Gives the writer a summary, if it is more than the rows. */
void profiles_put_summary(struct profiles *profiles, struct cg_writer *writer);

void profiles_release(struct profiles *profiles);

#endif
